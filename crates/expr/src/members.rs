//! Members of collections: a table with a column for each field, so that a name is looked up once for all of them.

use super::ast::Expr;
use super::value::{Record, Value};
use std::collections::BTreeSet;

/// The members of a collection, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Members {
    /// The names of all fields, sorted.
    names: Vec<String>,
    /// Member by member, a cell for each name; empty where a member lacks the field.
    cells: Vec<Option<Value>>,
    count: usize,
}

impl Members {
    /// So many members, by their fields: each with a value, or none, for every member.
    pub fn by_columns(count: usize, mut columns: Vec<(String, Vec<Option<Value>>)>) -> Self {
        columns.sort_by(|(a, _), (b, _)| a.cmp(b));
        columns.dedup_by(|(a, _), (b, _)| a == b);
        let (names, columns): (Vec<String>, Vec<_>) = columns.into_iter().unzip();
        let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
        let mut cells = Vec::with_capacity(count * names.len());
        for _ in 0..count {
            cells.extend(columns.iter_mut().map(|column| column.next().flatten()));
        }
        Members { names, cells, count }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The names of all fields, sorted; a column is the place of a name among them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The column of a field.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by(|own| own.as_str().cmp(name)).ok()
    }

    /// The value of a member in a column, if it has one.
    pub fn cell(&self, member: usize, column: usize) -> Option<&Value> {
        if column >= self.names.len() {
            return None;
        }
        self.cells.get(member * self.names.len() + column)?.as_ref()
    }

    /// A field of a member, if it has it.
    pub fn get(&self, member: usize, name: &str) -> Option<&Value> {
        self.cell(member, self.column(name)?)
    }

    /// The values of a column, without gaps.
    pub fn values(&self, column: usize) -> impl Iterator<Item = &Value> {
        (0..self.count).filter_map(move |member| self.cell(member, column))
    }

    /// Every member by itself.
    pub fn records(&self) -> impl Iterator<Item = Record> {
        let field =
            |member: usize, column: usize| Some((self.names[column].clone(), self.cell(member, column)?.clone()));
        (0..self.count).map(move |member| (0..self.names.len()).filter_map(|column| field(member, column)).collect())
    }
}

impl FromIterator<Record> for Members {
    fn from_iter<T: IntoIterator<Item = Record>>(records: T) -> Self {
        let records: Vec<Record> = records.into_iter().collect();
        let mut names: BTreeSet<&String> = BTreeSet::new();
        let mut before: Option<&Record> = None;
        for record in &records {
            // Most often all have the same fields.
            if !before.is_some_and(|before| before.len() == record.len() && before.keys().eq(record.keys())) {
                names.extend(record.keys());
            }
            before = Some(record);
        }
        let names: Vec<String> = names.into_iter().cloned().collect();
        let count = records.len();
        let mut cells = Vec::with_capacity(count * names.len());
        for record in records {
            let mut fields = record.into_iter().peekable();
            for name in &names {
                cells.push(fields.next_if(|(own, _)| own == name).map(|(_, value)| value));
            }
        }
        Members { names, cells, count }
    }
}

/// Where the names in an expression are found in the members of a collection: resolved once, asked for often.
#[derive(Debug, Clone)]
pub struct Columns<'e>(Vec<(&'e str, Option<usize>)>);

impl<'e> Columns<'e> {
    /// The columns of the names in an expression; `field` says which field a name asks for.
    pub fn new(expr: &'e Expr, members: &Members, field: impl Fn(&str) -> &str) -> Self {
        let mentions = expr.names();
        Columns(mentions.iter().map(|mention| (mention.name, members.column(field(mention.name)))).collect())
    }

    /// The column of a mention of a name: the very text in the expression. Nothing if it is not in that expression.
    pub fn of(&self, name: &str) -> Option<Option<usize>> {
        // Comparing where the texts are is enough, and quick.
        self.0.iter().find(|(own, _)| std::ptr::eq(*own, name)).map(|(_, column)| *column)
    }
}
