//! All orders of variables and values.

use bezzel::{ValueOrder, VariableOrder};

pub const VARIABLE_ORDERS: [VariableOrder; 8] = [
    VariableOrder::Input,
    VariableOrder::FirstFail,
    VariableOrder::SmallestMin,
    VariableOrder::LargestMin,
    VariableOrder::SmallestMax,
    VariableOrder::LargestMax,
    VariableOrder::DomWdeg,
    VariableOrder::Random,
];
pub const VALUE_ORDERS: [ValueOrder; 5] =
    [ValueOrder::Smallest, ValueOrder::Largest, ValueOrder::Middle, ValueOrder::Split, ValueOrder::Random];
