import { type Looks, sign, unbroken } from "./html-pieces.ts";
import { type Html, html, nothing } from "./html-text.ts";
import type { NodeRow } from "./rows-nodes.ts";
import type { PartRow } from "./rows-parts.ts";

/** Everything below `parts` that have anything below, as lists in lists that open with the keyboard; unwell ones are open. */
export function htmlTree(parts: readonly PartRow[], looks: Looks): Html {
  const rows = parts
    .filter((part) => part.children.length > 0)
    .map((part): NodeRow => ({ ...part, description: part.verdict }));
  return rows.length === 0 ? nothing : html`<ul class="tree">\n${rows.map((row) => branch(row, looks))}</ul>\n`;
}

function branch(row: NodeRow, looks: Looks): Html {
  const { mark, label, description, children } = row;
  const line = html`${sign(mark, looks)}<b>${looks.clean(label)}</b> <span class="state">${unbroken(looks.clean(description))}</span>`;
  if (children.length === 0) return html`<li class="leaf ${mark}">${line}</li>\n`;
  const open: Html = mark === "good" ? nothing : html` open`;
  return html`<li><details${open}><summary class="${mark}">${line}</summary>
<ul>
${children.map((child) => branch(child, looks))}</ul>
</details></li>
`;
}
