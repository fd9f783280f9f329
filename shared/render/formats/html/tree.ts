import type { PartRow } from "../../page/component-rows.ts";
import type { NodeRow } from "../../page/node-rows.ts";
import { type HtmlLooks, markSign, unbrokenText } from "./elements.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";

/**
 * Everything below those `parts` that have anything below, as nested lists that open with the keyboard. Unhealthy ones
 * are open.
 */
export function htmlTree(parts: readonly PartRow[], looks: HtmlLooks): SafeHtml {
  const rows = parts
    .filter((part) => part.children.length > 0)
    .map((part): NodeRow => ({ ...part, description: part.verdict }));
  return rows.length === 0 ? emptyHtml : safeHtml`<ul class="tree">\n${rows.map((row) => branch(row, looks))}</ul>\n`;
}

function branch(row: NodeRow, looks: HtmlLooks): SafeHtml {
  const { mark, label, description, children } = row;
  const line = safeHtml`${markSign(mark, looks)}<b>${looks.clean(label)}</b> <span class="state">${unbrokenText(looks.clean(description))}</span>`;
  if (children.length === 0) return safeHtml`<li class="leaf ${mark}">${line}</li>\n`;
  const open: SafeHtml = mark === "good" ? emptyHtml : safeHtml` open`;
  return safeHtml`<li><details${open}><summary class="${mark}">${line}</summary>
<ul>
${children.map((child) => branch(child, looks))}</ul>
</details></li>
`;
}
