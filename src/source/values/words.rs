//! Closed lists of words.

/// Declares a closed list of words as an enum that authors write and engine data prints.
#[macro_export]
macro_rules! words {
    ($( $(#[doc = $doc:literal])* $name:ident ($what:literal) { $( $(#[doc = $variant_doc:literal])* $variant:ident = $word:literal ),* $(,)? } )*) => { $(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema)]
        pub enum $name { $( $(#[doc = $variant_doc])* #[serde(rename = $word)] $variant ),* }

        impl $name {
            /// All words.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word as authors write it.
            pub fn word(self) -> &'static str {
                match self { $( Self::$variant => $word ),* }
            }
        }

        $crate::decode_words! { $name as ($what) { $($variant = $word),* } }
    )* };
}

/// Lets authors write the words of an enum that was declared elsewhere.
#[macro_export]
macro_rules! decode_words {
    ($of:ty as ($what:literal) { $( $variant:ident = $word:literal ),* $(,)? }) => {
        impl $crate::source::decode::Decode for $of {
            fn decode(node: &$crate::source::DataNode, cx: &mut $crate::source::decode::Cx) -> Option<Self> {
                let text = <String as $crate::source::decode::Decode>::decode(node, cx)?;
                match text.as_str() {
                    $( $word => return Some(Self::$variant), )*
                    _ => {}
                }
                let message = format!("`{text}` is not {}", $what);
                let diag = $crate::diag::codes::BAD_VALUE.at(node.span, message).label("here");
                cx.diags.push(diag.suggest(&text, [$($word),*]));
                None
            }
            fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": [$($word),*] })
            }
        }
    };
}
