//! Errors that only this edge has, and their texts. Nothing here needs an interpreter, so that they are tested without one.

use cubegod::moves::MAX_MOVES;
use cubegod::render::png;
use cubegod_service::Localized;
use cubegod_teach::Language;

/// An error that only this edge has.
#[derive(Debug)]
pub(crate) enum EdgeError {
    /// The value of an argument, of a wrong type or out of range.
    Argument { name: &'static str, found: String, expected: Expected, is_out_of_range: bool },
    /// An argument without a name is of a wrong type.
    WrongType { expected: Expected, found: String },
    /// A name that nothing has, and the names that there are; for names of the library, how it says so.
    UnknownName { noun: Noun, name: String, expected: String, library_text: Option<String> },
    /// More moves than can be parsed again.
    TooManyMoves { count: usize },
    /// A time budget below 0, or not a number.
    Budget { seconds: f64 },
    /// An index that is not a whole number.
    IndexType { found: String },
    /// A slice of the cubes that fit a view.
    SliceOfView,
    /// An index of a sequence with this number of items.
    OutOfRange { index: String, count: u128, items: Items },
    /// A string instead of a list of cubes.
    OneString,
    /// Rows of an array that are not as long as a cube.
    RowWidth { width: usize },
    /// A row of an array that is not as long as a cube.
    StickerCount { count: usize },
    /// Not an array of rows; its type and shape.
    NotRows { data_type: String, shape: String },
    /// Not an array of one row; its type and shape.
    NotOneRow { data_type: String, shape: String },
    /// Not an array; its type.
    NotAnArray { found: String },
    /// An array that another thread changes.
    ChangedArray,
    /// No memory for so many cubes.
    TooManyCubes { count: usize },
    /// No memory for a copy of so many bytes.
    NoMemory { bytes: usize },
    /// A column that Arrow cannot read.
    Arrow { reason: String },
    /// A column whose array was moved out of its capsule.
    ImportedColumn,
    /// The width of a picture in pixels.
    PictureWidth { width: u32 },
    /// The hidden faces of an unfolded cube.
    BackOfNet,
    /// A picture that cannot be drawn.
    Picture { reason: String },
    /// A pickle that is not one of these.
    Unpickled { is_solution: bool, reason: Option<String> },
    /// The stickers of a net string for `cubegod.rubik`.
    NetString { count: usize },
    /// A word that is not a move of `cubegod.rubik`; its number from 1, and all moves.
    UnknownTurn { name: String, number: usize, expected: String },
    /// The system starts no thread.
    NoThread { reason: String },
    /// A bug in this package.
    Panic,
}

/// A value that an argument has.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Expected {
    Method,
    Count,
    Budget,
    Metric,
    Flag,
    Tables,
    Size,
    Seed,
    Column,
    Layout,
    Puzzle,
    Faces,
    Cube,
    CubeObject,
    Moves,
    EachMove,
}

/// What a name is of.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Noun {
    Layout,
    Size,
    Metric,
    Method,
    Language,
    Tables,
    Table,
    Faces,
    Axis,
    Letters,
    Palette,
    View,
    Time,
}

/// What a sequence has.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Items {
    Moves,
    Cubes,
}

impl EdgeError {
    /// Returns the error for a name that only this edge has.
    pub(crate) fn unknown_name(noun: Noun, name: &str, expected: &str) -> EdgeError {
        let (name, expected) = (name.to_owned(), expected.to_owned());
        EdgeError::UnknownName { noun, name, expected, library_text: None }
    }
}

impl Localized for EdgeError {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => english(self),
            Language::Chinese => chinese(self),
        }
    }
}

impl Expected {
    #[allow(dead_code, reason = "a test shows all")]
    pub(crate) const ALL: [Expected; 16] = [
        Expected::Method,
        Expected::Count,
        Expected::Budget,
        Expected::Metric,
        Expected::Flag,
        Expected::Tables,
        Expected::Size,
        Expected::Seed,
        Expected::Column,
        Expected::Layout,
        Expected::Puzzle,
        Expected::Faces,
        Expected::Cube,
        Expected::CubeObject,
        Expected::Moves,
        Expected::EachMove,
    ];

    const fn english(self) -> &'static str {
        match self {
            Expected::Method => "the name of a method, such as \"fast\"",
            Expected::Count => "a whole number from 1 on, or None",
            Expected::Budget => "a number of seconds from 0 on, or None",
            Expected::Metric => "\"htm\", \"qtm\", \"stm\" or \"etm\"",
            Expected::Flag => "True or False",
            Expected::Tables => "\"auto\", \"small\" or \"large\"",
            Expected::Size => "a whole number from 0 on",
            Expected::Seed => "a whole number from 0 to 18446744073709551615, or None",
            Expected::Column => "the name of a column",
            Expected::Layout => "the name of a layout, or None",
            Expected::Puzzle => "\"2x2\", \"3x3\" or None",
            Expected::Faces => "letters of faces such as \"URF\", or None",
            Expected::Cube => "a cube",
            Expected::CubeObject => "a Cube",
            Expected::Moves => "an Alg, an iterable of moves",
            Expected::EachMove => "each of the moves to be an Alg",
        }
    }

    const fn chinese(self) -> &'static str {
        match self {
            Expected::Method => "方法的名称，例如 \"fast\"",
            Expected::Count => "不小于 1 的整数或 None",
            Expected::Budget => "不小于 0 的秒数或 None",
            Expected::Metric => " \"htm\"、\"qtm\"、\"stm\" 或 \"etm\"",
            Expected::Flag => " True 或 False",
            Expected::Tables => " \"auto\"、\"small\" 或 \"large\"",
            Expected::Size => "不小于 0 的整数",
            Expected::Seed => " 0 到 18446744073709551615 的整数或 None",
            Expected::Column => "列名",
            Expected::Layout => "布局的名称或 None",
            Expected::Puzzle => " \"2x2\"、\"3x3\" 或 None",
            Expected::Faces => "面的字母，例如 \"URF\"，或 None",
            Expected::Cube => "魔方",
            Expected::CubeObject => " Cube ",
            Expected::Moves => " Alg、转动的序列",
            Expected::EachMove => "每个转动都是 Alg ",
        }
    }
}

impl Noun {
    #[allow(dead_code, reason = "a test shows all")]
    pub(crate) const ALL: [Noun; 13] = [
        Noun::Layout,
        Noun::Size,
        Noun::Metric,
        Noun::Method,
        Noun::Language,
        Noun::Tables,
        Noun::Table,
        Noun::Faces,
        Noun::Axis,
        Noun::Letters,
        Noun::Palette,
        Noun::View,
        Noun::Time,
    ];

    const fn english(self) -> &'static str {
        match self {
            Noun::Layout => "layout",
            Noun::Size => "size",
            Noun::Metric => "metric",
            Noun::Method => "method",
            Noun::Language => "language",
            Noun::Tables => "tables",
            Noun::Table => "table",
            Noun::Faces => "faces",
            Noun::Axis => "axis",
            Noun::Letters => "letters",
            Noun::Palette => "palette",
            Noun::View => "view",
            Noun::Time => "time",
        }
    }

    const fn chinese(self) -> &'static str {
        match self {
            Noun::Layout => "布局",
            Noun::Size => "魔方大小",
            Noun::Metric => "步数标准",
            Noun::Method => "方法",
            Noun::Language => "语言",
            Noun::Tables | Noun::Table => "表",
            Noun::Faces => "面",
            Noun::Axis => "轴",
            Noun::Letters => "字母",
            Noun::Palette => "配色",
            Noun::View => "视图",
            Noun::Time => "时间",
        }
    }
}

fn english(error: &EdgeError) -> String {
    match error {
        EdgeError::Argument { name, found, expected, .. } => {
            format!("{name}={found}; expected {}", expected.english())
        }
        EdgeError::WrongType { expected, found } => {
            format!("expected {} or a string, not {found}", expected.english())
        }
        EdgeError::UnknownName { library_text: Some(text), .. } => text.clone(),
        EdgeError::UnknownName { noun, name, expected, .. } => {
            format!("unknown {} `{name}`; expected {expected}", noun.english())
        }
        EdgeError::TooManyMoves { count } => format!("{count} moves; expected {MAX_MOVES} at most"),
        EdgeError::Budget { seconds } => {
            format!("a budget of {seconds} seconds; expected a number from 0 on")
        }
        EdgeError::IndexType { found } => format!("an index is a whole number, not {found}"),
        EdgeError::SliceOfView => {
            "an index is a whole number, not a slice; itertools.islice(view, start, stop) gives several cubes"
                .into()
        }
        EdgeError::OutOfRange { index, count, items } => {
            let items = match items {
                Items::Moves => "moves",
                Items::Cubes => "cubes that fit",
            };
            match count.checked_sub(1) {
                None => format!("index {index} is out of range: there are no {items}"),
                Some(last) => format!(
                    "index {index} is out of range: there are {count} {items}, numbered 0 to {last}, or -1 to -{count} from the end"
                ),
            }
        }
        EdgeError::OneString => "one string is one cube; expected a list of cubes (`solve` takes one)".into(),
        EdgeError::RowWidth { width } => {
            format!("an array with rows of {width}; expected 54 stickers or 24")
        }
        EdgeError::StickerCount { count } => format!("an array of {count} stickers; expected 54 or 24"),
        EdgeError::NotRows { data_type, shape } => format!(
            "an array of the type {data_type} and the shape {shape}; expected uint8 and a row for each cube, N×54 or N×24 \
             (`.astype(numpy.uint8)` makes the type, `[None, :]` an array of one row)"
        ),
        EdgeError::NotOneRow { data_type, shape } => format!(
            "an array of the type {data_type} and the shape {shape}; expected uint8 and one row of 54 or 24 stickers \
             (`.astype(numpy.uint8)` makes the type, `array[0]` is the first row of several)"
        ),
        EdgeError::NotAnArray { found } => format!("expected a NumPy array of one row of uint8, not {found}"),
        EdgeError::ChangedArray => {
            "another thread changed the shape of the array while it was read; pass a copy".into()
        }
        EdgeError::TooManyCubes { count } => {
            format!("there is no room for {count} cubes; use fewer at a time")
        }
        EdgeError::NoMemory { bytes } => format!("no memory for a copy of the column ({bytes} bytes)"),
        EdgeError::Arrow { reason } => format!("Arrow cannot read the column: {reason}"),
        EdgeError::ImportedColumn => "this column was imported before; export it again".into(),
        EdgeError::PictureWidth { width } => {
            format!("a picture {width} pixels wide; expected 1 to {}", png::MAX_SIDE)
        }
        EdgeError::BackOfNet => "a net shows all faces; `back` is for the view `iso`".into(),
        EdgeError::Picture { reason } => reason.clone(),
        EdgeError::Unpickled { is_solution, reason } => {
            let noun = if *is_solution { "solution" } else { "cube" };
            let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            format!("this is not a pickled {noun}{reason}")
        }
        EdgeError::NetString { count } => {
            format!("{count} stickers; expected 54: nine of U, three rows of L F R B, nine of D")
        }
        EdgeError::UnknownTurn { name, number, expected } => {
            format!("unknown move `{name}`, number {number} in the sequence; expected one of {expected}")
        }
        EdgeError::NoThread { reason } => format!("cannot start a thread: {reason}"),
        EdgeError::Panic => "please report this: the work panicked".into(),
    }
}

fn chinese(error: &EdgeError) -> String {
    match error {
        EdgeError::Argument { name, found, expected, .. } => {
            format!("{name}={found}；应为{}", expected.chinese())
        }
        EdgeError::WrongType { expected, found } => {
            format!("应为{}或字符串，而不是 {found}", expected.chinese())
        }
        EdgeError::UnknownName { noun, name, expected, .. } => {
            format!("未知的{}“{name}”；应为 {expected}", noun.chinese())
        }
        EdgeError::TooManyMoves { count } => format!("有 {count} 次转动；最多应为 {MAX_MOVES} 次"),
        EdgeError::Budget { seconds } => format!("时间是 {seconds} 秒；应为不小于 0 的数"),
        EdgeError::IndexType { found } => format!("下标应为整数，而不是 {found}"),
        EdgeError::SliceOfView => {
            "下标应为整数，而不是切片；itertools.islice(view, start, stop) 可取得多个魔方".into()
        }
        EdgeError::OutOfRange { index, count, items } => {
            let items = match items {
                Items::Moves => "次转动",
                Items::Cubes => "种相符的魔方",
            };
            match count.checked_sub(1) {
                None => format!("下标 {index} 超出范围：一{items}也没有"),
                Some(last) => format!(
                    "下标 {index} 超出范围：共有 {count} {items}，下标为 0 到 {last}，或从末尾数起 -1 到 -{count}"
                ),
            }
        }
        EdgeError::OneString => "一个字符串是一个魔方；应为魔方的列表（`solve` 求解一个魔方）".into(),
        EdgeError::RowWidth { width } => format!("数组每行有 {width} 个值；应为 54 张或 24 张贴纸"),
        EdgeError::StickerCount { count } => format!("数组有 {count} 张贴纸；应为 54 张或 24 张"),
        EdgeError::NotRows { data_type, shape } => format!(
            "数组的类型是 {data_type}，形状是 {shape}；应为 uint8，每个魔方一行，即 N×54 或 N×24（`.astype(numpy.uint8)` \
             转换类型，`[None, :]` 得到只有一行的数组）"
        ),
        EdgeError::NotOneRow { data_type, shape } => format!(
            "数组的类型是 {data_type}，形状是 {shape}；应为 uint8，一行 54 张或 24 张贴纸（`.astype(numpy.uint8)` 转换类型，\
             `array[0]` 是多行中的第一行）"
        ),
        EdgeError::NotAnArray { found } => format!("应为一行 uint8 的 NumPy 数组，而不是 {found}"),
        EdgeError::ChangedArray => "读取数组时，另一个线程改变了它的形状；请传入副本".into(),
        EdgeError::TooManyCubes { count } => format!("内存放不下 {count} 个魔方；请分批处理"),
        EdgeError::NoMemory { bytes } => format!("内存不足，无法复制这一列（{bytes} 字节）"),
        EdgeError::Arrow { reason } => format!("Arrow 无法读取这一列：{reason}"),
        EdgeError::ImportedColumn => "这一列已被导入过；请重新导出".into(),
        EdgeError::PictureWidth { width } => {
            format!("图片宽 {width} 像素；应为 1 到 {}", png::MAX_SIDE)
        }
        EdgeError::BackOfNet => "展开图已显示所有面；`back` 用于视图 `iso`".into(),
        EdgeError::Picture { reason } => format!("无法画出图片：{reason}"),
        EdgeError::Unpickled { is_solution, reason } => {
            let noun = if *is_solution { "解法" } else { "魔方" };
            let reason = reason.as_ref().map(|reason| format!("：{reason}")).unwrap_or_default();
            format!("这不是用 pickle 保存的{noun}{reason}")
        }
        EdgeError::NetString { count } => {
            format!("有 {count} 张贴纸；应为 54 张：U 面九张，L F R B 面共三行，D 面九张")
        }
        EdgeError::UnknownTurn { name, number, expected } => {
            format!("未知的转动“{name}”，在序列中是第 {number} 个；应为 {expected} 之一")
        }
        EdgeError::NoThread { reason } => format!("无法启动线程：{reason}"),
        EdgeError::Panic => "程序有误，请报告：计算时发生了 panic".into(),
    }
}
