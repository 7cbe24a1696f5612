//! The errors of the library.

use cubegod::alphabet::AlphabetError;
use cubegod::data::{DataError, ExpressionError};
use cubegod::formats::{Format, LayoutError};
use cubegod::moves::NoSuchLayer;
use cubegod::moves::rotate::RotateError;
use cubegod::patterns::UnknownPattern;
use cubegod::solve::SolveError;
use cubegod::view::UnsupportedSize;
use cubegod::{AlgError, ReadError, Size};
use cubegod_contest::judge::{self, DataSetError, DataSetErrorKind};

pub(super) fn read(error: &ReadError) -> String {
    match error {
        ReadError::Layout(error) => layout(error),
        ReadError::Alphabet(error) => alphabet(error),
        ReadError::Size { found, expected } => format!("这是 {found} 魔方，应为 {expected}"),
    }
}

fn alphabet(error: &AlphabetError) -> String {
    match error {
        AlphabetError::TooMany { found, rarest, place } => format!(
            "出现了 {} 种字符（{}），而魔方只有六种颜色；最少见的是“{rarest}”，最先出现在贴纸 {place}",
            found.len(),
            list(found)
        ),
        AlphabetError::Ambiguous { found } => format!(
            "字符 {} 可能表示任意颜色，已知贴纸太少，无法判断；请使用面的字母（U R F D L B）或颜色字母（W R G Y O B）",
            list(found)
        ),
        AlphabetError::SameCentre { character, first, second } => {
            format!("两个中心块都是“{character}”（{first} 和 {second}）；每个面的颜色应各不相同")
        }
        AlphabetError::NoCentre { character, place } => {
            format!("贴纸 {place} 的“{character}”不在任何中心块上，无法判断它属于哪个面")
        }
    }
}

fn list(characters: &[char]) -> String {
    const MAX_SHOWN: usize = 12;
    let shown = characters.iter().take(MAX_SHOWN).map(|character| format!("“{}”", character.escape_debug()));
    let more = if characters.len() > MAX_SHOWN { "……" } else { "" };
    format!("{}{more}", shown.collect::<String>())
}

/// `2x2`.
fn short(size: Size) -> String {
    format!("{0}x{0}", size.layers())
}

pub(super) fn layout(error: &LayoutError) -> String {
    let facelets = Format::Facelets;
    match error {
        LayoutError::Empty => "没有可读取的内容；请输入一个魔方，例如 24 个或 54 个面的字母".into(),
        LayoutError::Unprintable { at, found } => {
            format!("{}的“{found}”不是贴纸；应为可见字符，未知贴纸写作“?”", position(at.line(), at.column()))
        }
        LayoutError::StickerCount { found } => {
            format!("有 {found} 张贴纸；2x2 应有 24 张，3x3 应有 54 张，N 阶应有 6N² 张")
        }
        LayoutError::SeveralLines { found } => {
            format!("有 {found} 行；单行展开图只能有一行（多行展开图请用布局 {}）", Format::Net)
        }
        LayoutError::NetLines { found, size: None } => {
            format!("展开图有 {found} 行贴纸；2x2 应为 6 行，3x3 应为 9 行，N 阶应为 3N 行")
        }
        LayoutError::NetLines { found, size: Some(size) } => {
            let layers = size.layers();
            let (lines, wide) = (3 * layers, 4 * layers);
            format!(
                "展开图有 {found} 行贴纸；各行有 {layers} 张和 {wide} 张，因此 {layers}x{layers} 应为 {lines} 行"
            )
        }
        LayoutError::NetLine { line, found, expected, faces } => {
            format!("展开图第 {line} 行有 {found} 张贴纸，应为 {expected} 张（{faces}）")
        }
        LayoutError::NetColumns { found, lines, across } => {
            format!("展开图最宽的一行有 {found} 列颜色；展开图共 {lines} 行，因此列数应为 {across} 的倍数")
        }
        LayoutError::NetPart { line, found, sticker_width } => {
            format!("展开图第 {line} 行有 {found} 列颜色，应为贴纸宽度 {sticker_width} 的倍数")
        }
        LayoutError::NetTwoColors { at, sticker_width } => format!(
            "{}的颜色在一张贴纸内部发生变化；每张贴纸宽 {sticker_width} 列，应为一种颜色",
            position(at.line(), at.column())
        ),
        LayoutError::UnknownFace { line, found } => {
            format!("第 {line} 行的“{found}”不是面的名称，应为 U R F D L B 之一")
        }
        LayoutError::DoubledFace { face, first, line } => {
            format!("面 {face} 在第 {first} 行和第 {line} 行出现了两次；每个面只能出现一次")
        }
        LayoutError::FaceStickerCount { face, line, found } => {
            format!("第 {line} 行的面 {face} 有 {found} 张贴纸；2x2 应为 4 张，3x3 应为 9 张，N 阶应为 N² 张")
        }
        LayoutError::FaceSizes { face, line, size, first_face, first, fixed } => format!(
            "第 {line} 行的面 {face} 是 {}，而第 {first} 行的面 {first_face} 是 {}；各面的大小应相同",
            short(*size),
            short(*fixed)
        ),
        LayoutError::FaceUnprintable { face, line, found } => {
            format!("第 {line} 行的面 {face} 含有“{found}”；应为可见字符，未知贴纸写作“?”")
        }
        LayoutError::NoBlocks => "没有找到面的方框；应在 `| a b |` 这样的各行上方写 `Face U:`".into(),
        LayoutError::BlockBorder { face, line, found } => {
            format!("第 {line} 行是“{found}”；应为面 {face} 的上边框 `+-----+`")
        }
        LayoutError::BlockRow { face, line, found } => {
            format!("第 {line} 行是“{found}”；应为面 {face} 的一行 `| a b |` 或下边框 `+-----+`")
        }
        LayoutError::BlockRowLength { face, line, found, columns } => {
            format!("第 {line} 行有 {found} 张贴纸；面 {face} 的每行应有 {columns} 张")
        }
        LayoutError::BlockRows { face, line, rows, columns } => {
            format!("第 {line} 行的面 {face} 有 {rows} 行，每行 {columns} 张贴纸；行数应与列数相同")
        }
        LayoutError::UnclosedBlock { face, line } => {
            format!("第 {line} 行的面 {face} 不完整；应在两条边框 `+-----+` 之间写 `| a b |` 这样的各行")
        }
        LayoutError::NoBegin { line, found } => format!("第 {line} 行是“{found}”；各面之前应先写 `BEGIN`"),
        LayoutError::NoEnd { line } => format!("请求在第 {line} 行结束，缺少单独一行的 `END`"),
        LayoutError::AfterEnd { line, found } => {
            format!("第 {line} 行在 `END` 之后还有“{found}”；每次只能有一个状态")
        }
        LayoutError::NoFaces { line } => {
            format!("第 {line} 行的 `END` 与 `BEGIN` 之间没有面；应有 `U a b c d` 这样的各行")
        }
        LayoutError::Digit { at, found } => format!(
            "{}的“{found}”不是颜色；应为 0 橙、1 蓝、2 红、3 绿、4 黄、5 白，或“?”",
            position(at.line(), at.column())
        ),
        LayoutError::DigitCount { found } => {
            format!("有 {found} 个数字；2x2 应有 24 个：前、右、后、左、顶、底各 4 个")
        }
        LayoutError::DigitSize { size } => {
            format!("{} 不能写成数字，数字只用于 2x2；请用布局 {facelets}", short(*size))
        }
        LayoutError::NoColor { facelet, found } => {
            format!("贴纸 {facelet} 是“{found}”，没有对应的数字；应为颜色 W R G Y O B 或“?”")
        }
        LayoutError::PieceCount { found } => {
            format!("有 {found} 个块；3x3 应有 20 个（12 个棱块，然后 8 个角块），2x2 应有 8 个角块")
        }
        LayoutError::UnknownPiece { at, found, place } => format!(
            "{}的“{found}”不是位置 {place} 上可能出现的块；未知贴纸写作“?”",
            position(at.line(), at.column())
        ),
        LayoutError::PieceSize { size } => {
            format!("{} 不能用块来表示，这种写法只用于 2x2 和 3x3；请用布局 {facelets}", short(*size))
        }
        LayoutError::NoPiece { place, found } => {
            format!("位置 {place} 上是“{found}”，不是一个块；应为同一个块的面字母 U R F D L B")
        }
        LayoutError::MovedCenter { face, found } => {
            format!("面 {face} 的中心块是“{found}”；Reid 记法不写中心块，因此应为“{face}”")
        }
        LayoutError::Json { at, message } => {
            format!("{}不是 cubing.js 的状态：{message}", position(at.line(), at.column()))
        }
        LayoutError::NoOrbit { missing } => {
            format!("状态缺少 {missing}；3x3x3 应有 EDGES、CORNERS 和 CENTERS，2x2x2 只有 CORNERS")
        }
        LayoutError::TwoPatterns => "对象中既有 `patternData` 又有状态本身；只能有其中一个".into(),
        LayoutError::PuzzleName { found, size } => {
            format!("名称是“{found}”，但状态属于 {size}；两者应一致")
        }
        LayoutError::OrbitLength { orbit, list, found, expected } => {
            format!("{orbit} 的 `{list}` 有 {found} 个数，应为 {expected} 个")
        }
        LayoutError::OrbitValue { orbit, list, place, found, max } => {
            format!("{orbit} 的 `{list}` 中第 {} 个数是 {found}，应在 0 到 {max} 之间", place + 1)
        }
        LayoutError::UnknownOrientation { orbit, place } => format!(
            "{orbit} 中第 {} 个块的朝向未定；贴纸有朝向，因此 `orientationMod` 应为 0 或省略",
            place + 1
        ),
        LayoutError::UnknownStickers { place, found } => {
            format!("位置 {place} 上是“{found}”；这种写法表示完整的块，因此每张贴纸都必须已知")
        }
        LayoutError::NoCenter { face, found } => {
            format!("面 {face} 的中心块是“{found}”，应为 U R F D L B 之一")
        }
        LayoutError::Moves(error) => alg(error),
        LayoutError::NoLayer(error) => no_layer(error),
        LayoutError::MovesUnknown => "无法把魔方写成得到它的转动步骤；请先求解，再取逆".into(),
        LayoutError::UnknownPattern(UnknownPattern { found, suggestion }) => match suggestion {
            Some(suggestion) => format!("没有名为“{found}”的图案；是否想写“{suggestion}”？"),
            None => format!("没有名为“{found}”的图案"),
        },
        LayoutError::NoPattern => format!("这个魔方不是任何有名称的图案；请用布局 {facelets}"),
    }
}

fn position(line: usize, column: usize) -> String {
    if line == 1 { format!("第 {column} 列") } else { format!("第 {line} 行第 {column} 列") }
}

pub(super) fn alg(error: &AlgError) -> String {
    let at = position(error.line(), error.column());
    match error {
        AlgError::UnknownMove { found, .. } => {
            format!("{at}的“{found}”不是转动；应为面（U R F D L B）、中层（M E S）、整体转动（x y z）或括号")
        }
        AlgError::UnknownChinese { found, .. } => {
            format!("{at}的“{found}”不是转动；面之后应为“顺”或“逆”和 1、2 或 3，例如“左顺1”")
        }
        AlgError::UnknownTurn { found, .. } => {
            format!("{at}的“{found}”不是转动量；面的字母之后只能是空、“2”或“'”")
        }
        AlgError::UnknownRepeat { found, .. } => {
            format!("{at}的“{found}”不是重复次数；括号之后只能是空、数字或“'”")
        }
        AlgError::NoDirection { word, .. } => {
            format!("{at}的“{word}”没有说明方向；应为“{word} right”或“{word} left”")
        }
        AlgError::NoFace { found, .. } => {
            format!("{at}的层号“{found}”后面没有面；应为“2R”、“2-3R”或“3Rw”这样的转动")
        }
        AlgError::NoSuchLayers { found, .. } => {
            format!("{at}的层号“{found}”不存在；应为从 1（最外层）到 {} 的数，较小的在前", Size::MAX.layers())
        }
        AlgError::CountTooLarge { found, .. } => format!("{at}的次数“{found}”过大"),
        AlgError::Unclosed { bracket, closing, .. } => format!("{at}的“{bracket}”没有闭合；应有“{closing}”"),
        AlgError::Unopened { bracket, opening, .. } => {
            format!("{at}的“{bracket}”没有对应的开括号；它之前应有“{opening}”")
        }
        AlgError::Mismatched { bracket, opening, opened, closing, .. } => format!(
            "{at}的“{bracket}”不能闭合{}的“{opening}”；应为“{closing}”",
            position(opened.line(), opened.column())
        ),
        AlgError::StraySeparator { found, .. } => {
            format!("{at}的“{found}”不在方括号内；应写作“[A, B]”或“[A: B]”")
        }
        AlgError::SecondSeparator { found, opened, .. } => format!(
            "{at}的“{found}”是{}的“[”中的第二个分隔符；只能有一个“,”或一个“:”",
            position(opened.line(), opened.column())
        ),
        AlgError::Semicolon { .. } => format!("{at}的“;”不是分隔符；交换子用“,”，共轭用“:”"),
        AlgError::NoSeparator { .. } => {
            format!("{at}的“[”中没有分隔符；应为“[A, B]”或“[A: B]”，分组则写作“(A)”")
        }
        AlgError::TooDeep { bracket, .. } => format!("{at}的“{bracket}”嵌套过深"),
        AlgError::TooLong { .. } => format!("展开之后，从{at}起转动步骤过多"),
        AlgError::NotOneMove { count, .. } => format!("从{at}起有 {count} 步转动；应当恰好一步"),
    }
}

pub(super) fn rotations(error: &RotateError) -> String {
    let at = position(error.position().line(), error.position().column());
    match error {
        RotateError::UnknownWord { found, .. } => {
            format!("{at}的“{found}”无法识别；应为“Rotate(0,1)”、“0,1”这样的数对，或“左顺1”")
        }
        RotateError::NoDirection { found, .. } => {
            format!("{at}的“{found}”不是方向；应为 0 上、1 下、2 左或 3 右")
        }
        RotateError::NoStep { found, .. } => {
            format!("{at}的“{found}”不是转动量；应为 1、2 或 3，即顺时针转动的 90 度数")
        }
        RotateError::Unexpected { found, .. } => format!("{at} 不应出现“{found}”；应为“Rotate(0,1)”的形式"),
        RotateError::Incomplete { .. } => format!("文本在{at}处中断；应为“Rotate(0,1)”的形式"),
    }
}

pub(super) fn no_layer(error: &NoSuchLayer) -> String {
    format!("{} 魔方没有转动 {} 所需的层", error.size, error.turn)
}

pub(super) fn unsupported_size(error: &UnsupportedSize) -> String {
    format!("{} 魔方可以转动和显示，但只有 2x2 和 3x3 魔方可以检查、补全和求解", error.size())
}

pub(super) fn data(error: &DataError) -> String {
    match error {
        DataError::Count { found, visible, size, is_joined } => {
            let blanks =
                if found == visible { String::new() } else { format!("（不计空白为 {visible} 个）") };
            let expected = match size {
                Some(size) => format!("{size} 魔方有 {} 张贴纸，每张一个字符", size.sticker_count()),
                None => "每张贴纸应有一个字符：2x2 为 24 个，3x3 为 54 个".to_owned(),
            };
            let joined = if *is_joined {
                "；看起来是一个字符的符号可能由多个字符组成"
            } else {
                ""
            };
            format!("数据有 {found} 个字符{blanks}；{expected}{joined}")
        }
        DataError::Layout(error) => format!("无法按魔方的布局读取数据：{}", layout(error)),
    }
}

pub(super) fn expression(error: &ExpressionError) -> String {
    match error {
        ExpressionError::Syntax { found, reason, column, .. } => {
            format!("“{found}”不是正则表达式：第 {column} 列，{reason}")
        }
        ExpressionError::Nothing { found } => format!("“{found}”不匹配任何字符；应为要查找的文本的表达式"),
        ExpressionError::Large { found } => format!("正则表达式“{found}”过大；请减少重复"),
    }
}

pub(super) fn solve(error: &SolveError) -> String {
    match error {
        SolveError::OtherSize { cube, target } => format!("{cube} 魔方不能变成 {target} 的目标状态"),
        SolveError::Unsolvable { faces, exact } => {
            let exact = if *exact { "到指定的朝向" } else { "" };
            format!("只转动 {faces} 不能把这个魔方还原{exact}")
        }
        SolveError::NothingFound { faces } => format!("没有找到只转动 {faces} 的解法；也许不存在"),
        SolveError::Mistake => "程序有误，请报告：没有找到解法".into(),
        SolveError::NoOrientation => "从这些字符看不出魔方的朝向；请使用 U R F D L B 或 W R G Y O B".into(),
        SolveError::NoMoves => "没有转动步骤能从还原状态得到它；应为标准配色的合法魔方".into(),
        SolveError::UnsupportedSize(error) => unsupported_size(error),
        SolveError::Cancelled => "在找到解法之前已被取消".into(),
        SolveError::TooLong { max_length, is_proven: true, .. } => {
            format!("{max_length} 步以内无解（已证明）")
        }
        SolveError::TooLong { max_length, is_proven: false, .. } => {
            format!("没有找到 {max_length} 步以内的解法")
        }
        SolveError::OptimalMetric { metric } => {
            format!("3x3 的最优解只按 htm 或 qtm 计步，不支持 {metric}")
        }
        SolveError::OptimalFaces { faces } => format!("3x3 的最优解会转动所有的面，不能只转动 {faces}"),
    }
}

pub(in crate::messages) fn contest_note(note: &judge::Note) -> String {
    match note {
        judge::Note::LookAlike(characters) => {
            let characters: Vec<String> = characters
                .iter()
                .map(|&one| format!("`{}`（U+{:04X}）", one.escape_debug(), u32::from(one)))
                .collect();
            format!("{} 看起来相同，但不是同一个字符", characters.join("、"))
        }
        judge::Note::TooManyCharacters(count) => format!("展开图中有 {count} 种字符；魔方只有 6 种颜色"),
    }
}

pub(super) fn contest(error: &DataSetError) -> String {
    let message = data_set(&error.kind);
    match error.set {
        Some(set) => format!("第 {set} 组数据：{message}"),
        None => message,
    }
}

fn data_set(kind: &DataSetErrorKind) -> String {
    match kind {
        DataSetErrorKind::Outside { found } => {
            format!("“{found}”不属于任何数据组；应为 START，或末尾的 ENDOFINPUT")
        }
        DataSetErrorKind::StickerCount { net_line, found } => {
            format!("展开图第 {net_line} 行有 {found} 张贴纸，数目不对")
        }
        DataSetErrorKind::NotSticker { found, column } => {
            format!("第 {column} 列的“{}”不是贴纸；应为可见字符", found.escape_unicode())
        }
        DataSetErrorKind::NotText { position, byte } => {
            format!("这一行的第 {position} 个字节 0x{byte:02x} 不是 UTF-8；应为 UTF-8 文本")
        }
        DataSetErrorKind::ShortNet { keyword, net_lines } => {
            format!("展开图只有 {net_lines} 行就出现了 {keyword}；应为展开图的第 {} 行", net_lines + 1)
        }
        DataSetErrorKind::NoOperations => {
            "展开图之后直接出现了 END；至少应有一个操作，例如 front right".into()
        }
        DataSetErrorKind::Operation { found } => format!(
            "无法识别的操作“{found}”；应为 front、left、right、back、top 或 bottom，再加 left 或 right；或 END"
        ),
        DataSetErrorKind::NoEnd { keyword, began } => {
            format!("从第 {began} 行开始的数据组中出现了 {keyword}；应为操作或 END")
        }
        DataSetErrorKind::LongLine { limit } => format!("这一行超过 {limit} 个字节；数据组的行要短得多"),
        DataSetErrorKind::CutOff { began } => {
            format!("输入在从第 {began} 行开始的数据组中间结束；应有 END，然后是 ENDOFINPUT")
        }
        DataSetErrorKind::NoEndOfInput => {
            "输入结束时没有 ENDOFINPUT；应在最后一个 END 之后，或者再有一个 START".into()
        }
    }
}
