//! Chinese, in simplified characters.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    position: |(stage, stages), (step, steps)| format!("阶段 {stage}/{stages} · 步骤 {step}/{steps}"),
    progress: |made, all| format!("还有 {} 次转动", all - made),
    step_done: "这一步完成了：按 → 继续。",
    way_back: |moves| format!("已离开教程的路线。用 {moves} 或按 u 返回。"),
    off_the_path: "魔方与教程不一致：按 u 撤回一次转动。",
    end: "教程到此结束。",
    before: "这一步之前：",
    solved: "魔方复原了。",
    ask_why: "w：为什么？",
    next_step: |step| format!("步骤 {step}："),
    prompt: "转动> ",
    keys: &[
        "→ 转动", "← 退回", "↓ 下一步骤", "↑ 上一步骤", "w 原因", "t 练习", "u 撤回", "l English", "? 帮助", "q 退出",
    ],
    typing_keys: &["回车 执行", "Ctrl-Z 撤回一次转动", "Ctrl-U 清空", "Esc 结束练习"],
    help_keys: &["按任意键回到教程"],
    help: "\
→ 或空格     执行下一次转动；最后一次之后进入下一步骤
← 或 u       撤回一次转动
r            重做撤回的转动
↓ 或 n       下一步骤
↑ 或 p       上一步骤
Home、End    教程的开头和结尾
w            显示或隐藏原因
t            练习：输入转动，如 R U2 F' 或 (R U)3，看看结果如何
PgDn、PgUp   文字放不下时翻看
l            English
q 或 Esc     退出

展开图是你手中魔方的样子：上面在前面的上方，下面在下方，其余各面在两旁。星号标出这一步的目标块；方括号标出下一次转动。",
    more_below: "……按 PgDn 看下文",
    more_above: "（到底了，按 PgUp 回看）",
    too_small: |(width, height), (least_width, least_height)| {
        format!("终端只有 {width}x{height} 格，教程需要 {least_width}x{least_height}：请把窗口放大（q 退出）")
    },
    bad_moves: |error| format!("第 {} 列看不懂；应为转动，如 R、U2、F'、Rw、M、x，或括号", error.column()),
    too_many: |found, most| format!("共有 {found} 次转动；一次最多 {most} 次"),
    no_layer: |one, size| format!("{size} 魔方没有 {one} 所转的层；没有执行任何转动"),
};
