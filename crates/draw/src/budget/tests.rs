use super::*;
use crate::svg_options;
use resvg::usvg::Tree;
use std::fmt::Write;
use std::time::{Duration, Instant};

fn document(inside: &str) -> String {
    let spaces = "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    format!("<svg {spaces} viewBox=\"0 0 100 100\" width=\"100\" height=\"100\">\n{inside}\n</svg>")
}

fn weigh(svg: &str) -> Result<(), Excess> {
    weigh_text(svg)?;
    weigh_tree(&Tree::from_str(svg, &svg_options()).unwrap(), svg)
}

/// What is refused, at once; returns the text at fault and the message.
fn refused(inside: &str) -> (String, String) {
    let svg = document(inside);
    let start = Instant::now();
    let excess = weigh(&svg).expect_err(&inside[..inside.len().min(300)]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {}", start.elapsed(), excess.message);
    (excess.at.map(|at| svg[at].to_string()).unwrap_or_default(), excess.message)
}

#[test]
fn patterns_have_a_size() {
    let tile = |size: &str| {
        document(&format!(
            "<pattern id='p' patternUnits='userSpaceOnUse' width='{size}' height='{size}'><rect width='9' height='9'/>\
             </pattern><rect width='90' height='90' fill='url(#p)'/>"
        ))
    };
    let svg = tile("10000000");
    let excess = weigh(&svg).unwrap_err();
    assert!(svg[excess.at.unwrap()].starts_with("<pattern id='p'"));
    assert!(excess.message.contains("pattern"), "{}", excess.message);
    weigh(&tile("100")).unwrap();
    let (at, _) = refused(
        "<pattern id='p' patternTransform='scale(1e7)' patternUnits='userSpaceOnUse' width='9' height='9'><rect \
         width='9' height='9'/></pattern><line x2='9' y2='9' stroke='url(#p)'/>",
    );
    assert!(at.starts_with("<pattern"), "{at}");
}

#[test]
fn effects_are_bounded_and_named() {
    let effect =
        |effect: &str| format!("<filter id='f'>\n{effect}\n</filter><rect width='90' height='90' filter='url(#f)'/>");
    for (bad, good) in [
        (
            "<feTurbulence baseFrequency='0.1' numOctaves='100000000'/>",
            "<feTurbulence baseFrequency='0.1' numOctaves='10'/>",
        ),
        ("<feTurbulence baseFrequency='1e9' numOctaves='4'/>", "<feTurbulence baseFrequency='9' numOctaves='4'/>"),
        ("<feMorphology operator='dilate' radius='40'/>", "<feMorphology operator='dilate' radius='1'/>"),
        (
            "<feConvolveMatrix order='60' kernelMatrix='KERNEL'/>",
            "<feConvolveMatrix order='3' kernelMatrix='0 1 0 1 1 1 0 1 0'/>",
        ),
    ] {
        let bad = bad.replace("KERNEL", &"1 ".repeat(3600));
        let (at, message) = refused(&effect(&bad));
        assert_eq!(at, bad);
        assert!(message.contains("this effect takes"), "{message}");
        weigh(&document(&effect(good))).unwrap();
    }
    // Many small effects, and regions that are far too wide.
    let (at, _) = refused(&effect(&"<feGaussianBlur stdDeviation='3'/>".repeat(500)));
    assert!(at.starts_with("<filter") || at.starts_with("<feGauss"), "{at}");
    let wide = "<filter id='f' filterUnits='userSpaceOnUse' width='1e7' height='1e7'><feFlood/></filter><rect width='9' height='9' filter='url(#f)'/>";
    assert!(refused(wide).0.starts_with("<filter"));
    refused(&format!("{}<rect width='90' height='90'/>{}", "<g opacity='0.5'>".repeat(60), "</g>".repeat(60)));
    // Nothing is wrong with shadows, blurs and a few layers.
    let many = (0..20).fold(String::new(), |mut all, n| {
        write!(all, "<filter id='f{n}'><feDropShadow dx='1' dy='1' stdDeviation='2'/></filter><rect x='{n}' width='30' height='30' filter='url(#f{n})' opacity='0.5'/>").unwrap();
        all
    });
    weigh(&document(&many)).unwrap();
}

#[test]
fn lines_have_a_bounded_number_of_pieces() {
    let zigzag = |n: usize| {
        (0..n).fold("M0 0".to_string(), |mut path, n| {
            write!(path, "L{} {}", n % 100, if n % 2 == 0 { 100 } else { 0 }).unwrap();
            path
        })
    };
    let stroked = |n: usize| format!("<path id='z' fill='none' stroke='red' d='{}'/>", zigzag(n));
    assert!(refused(&stroked(200_000)).0.starts_with("<path id='z'"));
    weigh(&document(&stroked(4_000))).unwrap();
    // A long coast of as many points is not a problem: few of its pieces are side by side.
    let coast = (0..100_000).fold("M0 0".to_string(), |mut path, n| {
        write!(path, "L{} {}", n % 3, f64::from(n) / 1000.0).unwrap();
        path
    });
    weigh(&document(&format!("<path fill='none' stroke='red' stroke-width='0.1' d='{coast}'/>"))).unwrap();
    let dashed =
        |dashes: &str| format!("<path id='d' fill='none' stroke='red' stroke-dasharray='{dashes}' d='M0 0H90V90'/>");
    let (at, message) = refused(&dashed("0.0001"));
    assert!(at.starts_with("<path id='d'") && message.contains("dashes"), "{message}");
    assert!(refused(&dashed(&"1 ".repeat(100_000))).1.contains("stroke-dasharray"));
    weigh(&document(&dashed("1 2 0.1"))).unwrap();
    weigh(&document(&dashed("0.01 0.02"))).unwrap();
}

#[test]
fn references_that_multiply_are_found_before_they_do() {
    let mut laughs = "<rect id='l0' width='1' height='1'/>".to_string();
    for n in 1..30 {
        write!(laughs, "<g id='l{n}'>{}</g>", format!("<use xlink:href='#l{}'/>", n - 1).repeat(10)).unwrap();
    }
    assert!(refused(&laughs).1.contains("elements"));
    // By patterns, by markers, by style sheets, by what is inherited.
    let chain = |style: &dyn Fn(usize) -> String, tag: &str| {
        (0..20).fold(String::new(), |mut all, n| {
            let shape = format!("<path d='M0 0L1 1L2 0L3 1L4 0L5 1L6 0Z' {}/>", style(n + 1)).repeat(10);
            write!(all, "<{tag} id='p{n}' class='c{n}' width='9' height='9'>{shape}</{tag}>").unwrap();
            all
        })
    };
    refused(&chain(&|n| format!("fill='url(#p{n})'"), "pattern"));
    refused(&chain(&|n| format!("style='fill: url( \"#p{n}\" )'"), "pattern"));
    refused(&chain(&|n| format!("marker-mid='url(#p{n})'"), "marker"));
    refused(&chain(&|n| format!("mask='url(#p{n})'"), "mask"));
    let rules = (1..21).fold(String::new(), |mut all, n| {
        write!(all, ".d{n} {{ fill: url(#p{n}) }} ").unwrap();
        all
    });
    refused(&format!("<style>{rules}</style>{}", chain(&|n| format!("class='d{n}'"), "pattern")));
    refused(
        "<g fill='url(#p)'><pattern id='p' width='9' height='9'><rect width='9' height='9'/></pattern><rect width='9' height='9'/></g>",
    );
    refused("<clipPath id='a'><use href='#b'/></clipPath><rect id='b' width='9' height='9' clip-path='url(#a)'/>");
}

#[test]
fn nesting_has_a_bottom() {
    for open in ["<g>", "<svg>", "<g opacity='0.9'>", "<a>"] {
        let close = format!("</{}>", &open[1..].split([' ', '>']).next().unwrap());
        let nested = |n: usize| format!("{}<rect width='9' height='9'/>{}", open.repeat(n), close.repeat(n));
        assert!(refused(&nested(100_000)).1.contains("deep"));
    }
    let mut clips = String::new();
    for n in 0..5000 {
        write!(clips, "<clipPath id='c{n}' clip-path='url(#c{})'><rect width='9' height='9'/></clipPath>", n + 1)
            .unwrap();
    }
    refused(&format!("{clips}<rect width='9' height='9' clip-path='url(#c0)'/>"));
    // As deep as it may be, on the stack of a small thread.
    let nested = document(&format!(
        "{}<rect width='9' height='9'/>{}",
        "<g transform='scale(1.01)'>".repeat(120),
        "</g>".repeat(120)
    ));
    std::thread::Builder::new().stack_size(2 << 20).spawn(move || weigh(&nested).unwrap()).unwrap().join().unwrap();
}

#[test]
fn entities_do_not_grow() {
    let laughs = "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>".to_string();
    let svg = laughs + &document("<desc>&b;</desc>");
    assert!(weigh_text(&svg).is_err());
    let long = format!("<!DOCTYPE svg [<!ENTITY a \"{}\">]>", "x".repeat(100_000))
        + &document(&"<desc>&a;</desc>".repeat(1000));
    assert!(weigh_text(&long).is_err());
    let adobe = "<!DOCTYPE svg [<!ENTITY ns \"http://www.w3.org/2000/svg\">]><svg xmlns=\"&ns;\" width='9' height='9'><rect width='9' height='9'/></svg>";
    weigh(adobe).unwrap();
}

#[test]
fn embedded_pictures_are_bounded() {
    // A PNG that says that it has 30,000 by 30,000 pixels; nothing else is read of it.
    let png = "iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwCAYAAAAAAAAA";
    let (at, message) = refused(&format!("<image id='i' width='9' height='9' href='data:image/png;base64,{png}'/>"));
    assert!(at.starts_with("<image") && message.contains("pixels"), "{message}");
    let (at, _) = refused("<image width='9' height='9' href='data:image/svg+xml,%3Csvg/%3E'/>");
    assert!(at.starts_with("<image"));
}

#[test]
fn long_texts_and_many_elements_answer_at_once() {
    refused(&"<rect width='1' height='1'/>".repeat(400_000));
    let text = document(&format!("<text>{}</text>", "word ".repeat(400_000)));
    let start = Instant::now();
    let _ = weigh(&text);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    weigh(&document(&"<rect width='1' height='1' fill='#123456'/>".repeat(20_000))).unwrap();
}
