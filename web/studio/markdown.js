// As much of Markdown as the pages about errors use.

import { h } from "./dom.js";
import { code } from "./inspector.js";

/**
 * @param {string} text
 * @returns {Node[]}
 */
export function markdown(text) {
  /** @type {Node[]} */
  const out = [];
  const blocks = text.split("\n");
  for (let n = 0; n < blocks.length; n += 1) {
    const line = blocks[n] ?? "";
    const fence = line.match(/^```/);
    if (fence) {
      const from = n + 1;
      for (n += 1; n < blocks.length && !blocks[n]?.startsWith("```"); n += 1);
      out.push(code(blocks.slice(from, n).join("\n")));
      continue;
    }
    const head = line.match(/^(#+)\s+(.*)/);
    if (head) out.push(h(head[1] === "#" ? "h3" : "h4", {}, spans(head[2] ?? "")));
    else if (/^[-*] /.test(line)) {
      /** @type {string[]} */
      const items = [];
      for (; n < blocks.length && /^([-*] |  \S)/.test(blocks[n] ?? ""); n += 1) {
        if (/^[-*] /.test(blocks[n] ?? "")) items.push((blocks[n] ?? "").slice(2));
        else items.push(`${items.pop() ?? ""} ${(blocks[n] ?? "").trim()}`);
      }
      n -= 1;
      out.push(h("ul", {}, items.map((item) => h("li", {}, spans(item)))));
    } else if (line.trim()) {
      const from = n;
      while (n + 1 < blocks.length && blocks[n + 1]?.trim() && !/^(#|```|[-*] )/.test(blocks[n + 1] ?? "")) n += 1;
      out.push(h("p", {}, spans(blocks.slice(from, n + 1).join(" "))));
    }
  }
  return out;
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function spans(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    const link = part.match(/^\[([^\]]+)\]/);
    return link ? (link[1] ?? "") : part;
  });
}
