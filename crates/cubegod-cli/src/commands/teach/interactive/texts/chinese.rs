//! Chinese, in simplified characters.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    position: |(stage, stages), (step, steps)| format!("阶段 {stage}/{stages} · 步骤 {step}/{steps}"),
    progress: |left| format!("还有 {left} 次转动"),
    step_done: "这一步完成了：按 → 继续。",
    off_path: |moves| format!("魔方已偏离讲解。用 {moves} 或按 u 返回；按 r 从这里讲解。"),
    off_path_typing: |moves| format!("魔方已偏离讲解。用 {moves} 或按 Ctrl-Z 返回；按 Ctrl-R 从这里讲解。"),
    solved_differently: "你用自己的方法完成了这一步：按 r（输入时按 Ctrl-R）从这里继续。",
    new_lesson: "新的讲解，从魔方现在的状态开始。",
    on_the_path: "魔方与讲解一致：按 → 继续即可。",
    confirm_quit: "再按一次 Esc 退出，按其他键留下。",
    stage_passed: |stage, nothing_to_do| format!("{stage}：{nothing_to_do}"),
    after_rotation: |rotation, observation| format!("{rotation} 之后：{observation}"),
    turned_already: |rotation| format!("{rotation}：先转动整个魔方，与你现在的拿法一致。"),
    two_layers: |letter| format!("（{letter} 转动两层，{} 转动一层。）", letter.to_ascii_uppercase()),
    off_the_path: "魔方与讲解不一致：按 u 撤回一次转动。",
    end: "讲解到此结束。",
    before: "这一步开始时：",
    solved: "魔方复原了。",
    resume_hint: |command| format!("用下面的命令可以回到这次讲解：\n  {command}"),
    ask_why: "w：为什么？",
    next_step: |step| format!("步骤 {step}："),
    prompt: "转动> ",
    keys: &[
        "→ 转动", "← 退回", "↓ 下一步骤", "↑ 上一步骤", "w 原因", "t 练习", "r 从这里讲解", "l English", "? 帮助", "q 退出",
    ],
    typing_keys: &["回车 执行", "Ctrl-Z 撤回一次转动", "Ctrl-R 从这里讲解", "Esc 结束练习"],
    help_keys: &["PgDn、PgUp 翻看", "按其他任意键返回讲解"],
    help: "\
→、空格          执行下一次转动；最后一次之后进入下一步骤
←、u、退格键     撤回一次转动
y                重做撤回的转动
↓、n             下一步骤
↑、p             上一步骤
Home、End        讲解的开头和结尾
w                显示或隐藏原因
t                练习：输入转动，如 R U2 F'、(R U)3 或 左顺1，看看结果如何
r                偏离讲解之后，从魔方现在的状态重新讲解
PgDn、PgUp       文字放不下时翻看
l                English
?、h             本帮助
q、Esc Esc       退出；Ctrl-C 也随时可以退出

输入转动时：←、→、Home、End 移动光标，退格键和 Delete 删除字符，Ctrl-U 全部清空；回车执行，没有内容时与 Esc 一样结束练习；Ctrl-Z 撤回一次转动，Ctrl-Y 重做，Ctrl-R 从魔方现在的状态重新讲解（这三个键在讲解中也可用）。

展开图是你手中魔方的样子：顶面在前面的上方，底面在前面的下方，其余各面在两旁。星号标出这一步的目标块；方括号标出下一次转动。",
    more_below: "……按 PgDn 看下文",
    more_above: "（到底了，按 PgUp 回看）",
    too_small: |(width, height), (least_width, least_height)| {
        format!("终端只有 {width}x{height} 格，讲解需要 {least_width}x{least_height}：请放大窗口（q 退出）")
    },
    too_many: |found, most| format!("共有 {found} 次转动；一次最多 {most} 次"),
    no_move_made: "没有执行任何转动",
};
