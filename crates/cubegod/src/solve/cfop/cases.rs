//! The algorithms of the last layer, found by a search.
//!
//! Generated; `generate.rs` says by which command. Do not edit.

/// One for every way in which the layer may lie, in the order of the cases.
pub(super) const ORIENT: [&str; 57] = [
    "F R' F' R U2 F R' F' R2 U2 R'",    // dot-0-1
    "R U2 R2 F R F' U2 R' F R F'",      // dot-0-2
    "R' F2 R2 U2 R' F' R U2 R2 F2 R",   // dot-1-1
    "R' F2 R2 U2 R' F R U2 R2 F2 R",    // dot-1-2
    "R' U2 F R U R' U' F2 U2 F R",      // dot-2-1
    "L F R U2 R' U2 R U2 R' F' L'",     // dot-2-2
    "R' F' U2 F2 U R U' R' F' U2 R",    // dot-2-3
    "L R F R2 U2 R2 U2 R2 U2 F' R' L'", // dot-4-1
    "F U R U' R' U R U' R' F'",         // line-0-1
    "R' F' U' F U' R U R' U R",         // line-0-2
    "R' F' L' F R2 F' U' L U F R'",     // line-0-3
    "R U2 R2 U' R U' R' U2 F R F'",     // line-0-4
    "R' F R U R' F' R F U' F'",         // line-1-1
    "F' L' F R F' U' L U F R'",         // line-1-2
    "R' F' L' R U' L U R' F R",         // line-1-3
    "F R U R2 U' R F' R' U R",          // line-1-4
    "F U F' U' R' F' L F L' R",         // line-2-1
    "R U R' U' R' F R F'",              // line-2-2
    "R' U' R' F R F' U R",              // line-2-3
    "F R U R' U' F'",                   // line-2-4
    "R' F R U R' U' F' U R",            // line-2-5
    "F R' F' U' F U R U' F'",           // line-2-6
    "L' R U R' U' R' L F R F'",         // line-4-1
    "F R U R' U' R U R' U' F'",         // angle-0-1
    "R' F' U' F U F' U' F U R",         // angle-0-2
    "F R' F2 R U2 R U2 R' F",           // angle-0-3
    "F' R U2 R' U2 R' F2 R F'",         // angle-0-4
    "F' L F L' U2 F2 R' F' R F'",       // angle-0-5
    "F R' F' R U2 F2 L F L' F",         // angle-0-6
    "L F2 R' F' R F' L'",               // angle-1-1
    "R' F' L F' L' F2 R",               // angle-1-2
    "F R U R2 F R F2 U F U2 F'",        // angle-1-3
    "R' U' R F R' F' U F R F'",         // angle-1-4
    "R' F2 L F L' F R",                 // angle-1-5
    "R' F' U' F2 R' F' R2 U' R' U2 R",  // angle-1-6
    "L F R' F R F2 L'",                 // angle-1-7
    "F U F' R' F R U' R' F' R",         // angle-1-8
    "R' U' F U R U' R' F' R",           // angle-2-1
    "F R' U' R2 U' R2 U2 R U' F'",      // angle-2-2
    "F U R' U' F' U F R F'",            // angle-2-3
    "R' F U F2 U F2 U2 F' U R",         // angle-2-4
    "R' U' F' U F R",                   // angle-2-5
    "R' U' F2 D' F U F' D F2 R",        // angle-2-6
    "F U R U' R' F'",                   // angle-2-7
    "F U R2 D R' U' R D' R2 F'",        // angle-2-8
    "R U2 R2 F R F' R U2 R'",           // angle-2-9
    "F R U R2 U' F' U F R F'",          // angle-2-10
    "R U R2 F' U' F U R2 U2 R'",        // angle-2-11
    "F R' F' R U R U' R'",              // angle-2-12
    "R' F R' F2 L F' L' F2 R2",         // angle-4-1
    "R U2 R2 U' R2 U' R2 U2 R",         // cross-0-1
    "R U R' U R U' R' U R U2 R'",       // cross-0-2
    "R U2 R' U' R U' R'",               // cross-1-1
    "R U R' U R U2 R'",                 // cross-1-2
    "F R F' L F R' F' L'",              // cross-2-1
    "R2 D R' U2 R D' R' U2 R'",         // cross-2-2
    "F R' F' L F R F' L'",              // cross-2-3
];

/// One for every way in which it may be mixed, in the order of the cases.
pub(super) const PERMUTE: [&str; 21] = [
    "F' L F' R2 F L' F' R2 F2",               // Aa
    "F R' F L2 F' R F L2 F2",                 // Ab
    "F2 U' F2 U2 R2 U R2 U F2 R2 U2 R2 U F2", // E
    "R' U R U' R2 F' U' F U R F R' F' R2",    // F
    "R D L' D2 R D' L' F2 D' L2 D' R2",       // Ga
    "R2 D L2 D F2 L D R' D2 L D' R'",         // Gb
    "L' D' R D2 L' D R F2 D R2 D L2",         // Gc
    "L2 D' R2 D' F2 R' D' L D2 R' D L",       // Gd
    "B2 L2 R2 F2 D B2 R2 L2 F2",              // H
    "L' R' U2 R U R' U2 L U' R",              // Ja
    "L R U2 R' U' R U2 L' U R'",              // Jb
    "F2 R2 U2 R2 U' R2 F2 U2 F2 U' R2 U2 F2", // Na
    "R U' R2 F2 U' R F2 R' U F2 R2 U R'",     // Nb
    "R U' R F2 U R U R U' R' U' F2 R2",       // Ra
    "R' U2 R U2 R' F R U R' U' R' F' R2",     // Rb
    "F2 D R2 U' R2 F2 D' L2 U L2",            // T
    "F2 U' L R' F2 R L' U' F2",               // Ua
    "F2 U L R' F2 R L' U F2",                 // Ub
    "F' R' F' R U' R U R2 F R U F U' F",      // V
    "F U F' R2 F U' F' U' R2 U R2 U R2",      // Y
    "F2 R2 U' F2 U R2 F2 R2 U R2 U' R2",      // Z
];
