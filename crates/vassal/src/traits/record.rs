//! Declarations: each list of fields is written once, in VASSAL's order, and encodes and decodes itself.
//!
//! Where these are used, `field` must be in scope.

/// Declares a struct whose fields are the tokens of a sequence, in their order.
///
/// `field: Type = fresh;` is a field and the value it has in a fresh trait; `= fresh => older;`
/// also says what a text means that ends before it. After the fields may come those of the state,
/// in one [`StateForm`](super::field::StateForm) or another. With an id it is a trait; without, a part of one.
macro_rules! token_record {
    (
        $(#[$doc:meta])*
        $name:ident $id:literal { $($fields:tt)* } $(state $form:ident { $($parts:tt)* })?
    ) => {
        field::token_record! { $(#[$doc])* $name { $($fields)* } $(state $form { $($parts)* })? }
        field::token_record! { @coded $name $id $(state $form { $($parts)* })? }
    };
    (
        $(#[$doc:meta])*
        $name:ident {
            $($(#[$field_doc:meta])* $field:ident: $type:ty = $fresh:expr $(=> $older:expr)?;)*
        }
        $(state $form:ident {
            $($(#[$part_doc:meta])* $part:ident: $part_type:ty = $part_fresh:expr;)*
        })?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
            $($($(#[$part_doc])* pub $part: $part_type,)*)?
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $fresh,)* $($($part: $part_fresh,)*)? }
            }
        }

        impl $name {
            fn fields(&self) -> Vec<String> {
                vec![$(field::AsToken::put(&self.$field),)*]
            }

            fn read(
                tokens: &mut impl Iterator<Item = String>,
                _state: &mut impl Iterator<Item = String>,
            ) -> Self {
                $name {
                    $($field: field::next(tokens, field::token_record!(@last ($fresh) $(($older))?)),)*
                    $($($part: field::next(_state, $part_fresh),)*)?
                }
            }
        }
    };
    (
        @coded $name:ident $id:literal
        $(state $form:ident { $($(#[$part_doc:meta])* $part:ident: $part_type:ty = $part_fresh:expr;)* })?
    ) => {
        impl field::Coded for $name {
            const ID: &'static str = $id;
            fn body(&self) -> String {
                field::encode(self.fields(), ';')
            }
            fn state(&self) -> String {
                field::token_record!(@last (String::new()) $((
                    <field::$form as field::StateForm>::put(vec![$(field::AsToken::put(&self.$part),)*])
                ))?)
            }
            fn decode(body: &str, _state: &str) -> Self {
                let state = field::token_record!(@last (Vec::new()) $((<field::$form as field::StateForm>::get(_state)))?);
                $name::read(&mut field::decode(body, ';').into_iter(), &mut state.into_iter())
            }
        }
    };
    (@last ($first:expr)) => { $first };
    (@last ($first:expr) ($second:expr)) => { $second };
}
pub(crate) use token_record;

/// Declares an enum whose values are each written as a fixed text.
macro_rules! token_words {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal,)* }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $name { $($(#[$word_doc])* $word,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$word,)*];

            /// How VASSAL writes it.
            pub fn text(self) -> &'static str {
                match self { $($name::$word => $text,)* }
            }
        }

        impl field::AsToken for $name {
            fn put(&self) -> String {
                self.text().to_string()
            }
            fn get(token: &str, missing: Self) -> Self {
                Self::ALL.iter().copied().find(|word| word.text() == token).unwrap_or(missing)
            }
        }
    };
}
pub(crate) use token_words;
