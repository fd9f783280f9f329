import { pick } from "../../random.ts";

/** Over the rich document: everything but `*` on maps and `..`, whose order is random in Go. */
export function richTemplate(next: () => number): string {
  for (;;) {
    const template = mutate(next, body(next, rich, 0));
    // A dot that begins a key makes two of the one that is put before it.
    if (!/\*|\.\.|'\./.test(template.replaceAll("[*]", ""))) return template;
  }
}

/** Over the chain document, with `*` and `..`; every action outside a range begins at `.chain`. */
export function chainTemplate(next: () => number): string {
  return body(next, chain, 0);
}

/** A value for custom-columns: one path, relaxed or not. */
export function columnPath(next: () => number): string {
  const path = steps(next, rich);
  const plain = path.replace(/[,{}]/g, "");
  return pick(next, [plain, `{${plain}}`, plain.replace(/^\./, ""), `{${plain.replace(/^\./, "")}}`]);
}

interface Pool {
  readonly start: string;
  readonly names: readonly string[];
  readonly lists: readonly string[];
  readonly steps: readonly string[];
}

const brackets = [
  "[0]",
  "[1]",
  "[-1]",
  "[-2]",
  "[9]",
  "[-9]",
  "[*]",
  "[:]",
  "[1:3]",
  "[0:2]",
  "[:-1]",
  "[-2:]",
  "[::2]",
];
const oddBrackets = [
  "[1:]",
  "[0:5:2]",
  "[2:1]",
  "[0:0]",
  "[:3:0]",
  "[1:3:-1]",
  "[0,2]",
  "[0,-1,1]",
  "[]",
  "[x]",
  "[0:9]",
];

const rich: Pool = {
  start: "",
  names:
    "name,size,ratio,ready,tags,at,zone,rank,x,text,none,yes,half,million,emptyMap,missing,odd,metadata,constructor".split(
      ",",
    ),
  lists: "things,numbers,words,mixed,matrix,flags,ragged,fractions,emptyList,missing,none,text".split(","),
  steps: [
    ...brackets,
    ...oddBrackets,
    "['name']",
    "['size','ratio']",
    "['at','tags']",
    ".labels",
    ".labels.app\\.kubernetes\\.io/name",
  ],
};

const chain: Pool = {
  start: ".chain",
  names: ["a", "b", "c", "missing"],
  lists: ["a", "b", "a.b"],
  steps: [...brackets, "..", "..a", "..b", ".*", ".*", "[*].*", "..[0]", "..['b']", "['a','b']", "[0:2]"],
};

const literals = [
  '"x"',
  "'a'",
  '"three"',
  "1",
  "2",
  "20",
  "2.5",
  "0.5",
  "-7",
  "true",
  "false",
  '"b"',
  "@.size",
  "@.name",
];
const operators = ["==", "!=", "<", "<=", ">", ">=", "=", "=="];

function body(next: () => number, pool: Pool, depth: number): string {
  let text = "";
  const count = 1 + Math.floor(next() * 3);
  for (let part = 0; part < count; part++) {
    const kind = next();
    if (kind < 0.15) text += pick(next, ["plain ", "é\n", "}", "\\n", " "]);
    else if (kind < 0.3)
      text += pick(next, ['{"\\n"}', "{'\\t'}", '{"a" }', '{"\\u00e9\\x41"}', "{1.50}", "{-3}", "{true}"]);
    else if (kind < 0.5 && depth < 3) {
      const from = depth === 0 ? pool.start : pick(next, ["", "@"]);
      text += `{range ${from}${steps(next, pool)}}${body(next, pool, depth + 1)}${pool === rich && next() < 0.1 ? "" : "{end}"}`;
    } else text += `{${depth === 0 ? pool.start : pick(next, ["", "@", "$", " "])}${steps(next, pool)}}`;
  }
  return text;
}

function steps(next: () => number, pool: Pool): string {
  let text = pool === rich && next() < 0.6 ? `.${pick(next, pool.lists)}${pick(next, ["[*]", "[0]", "[-1]", ""])}` : "";
  for (let left = Math.floor(next() * 3); left >= 0; left--) {
    const kind = next();
    if (kind < 0.45) text += `.${pick(next, pool.names)}`;
    else if (kind < 0.75) text += text.endsWith("..") ? pick(next, brackets) : pick(next, pool.steps);
    else if (kind < 0.9) text += filter(next, pool);
    else text += pick(next, pool.steps);
  }
  return text;
}

function filter(next: () => number, pool: Pool): string {
  const left = `@${pick(next, ["", `.${pick(next, pool.names)}`, `.${pick(next, pool.names)}[0]`])}`;
  return next() < 0.3 ? `[?(${left})]` : `[?(${left}${pick(next, operators)}${pick(next, literals)})]`;
}

/** Now and then a character lost, doubled or exchanged: what a slip of the finger makes of a template. */
function mutate(next: () => number, text: string): string {
  if (next() < 0.7) return text;
  const at = Math.floor(next() * text.length);
  const instead = pick(next, [
    "",
    "",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "\\",
    ".",
    "..",
    "(",
    ")",
    ",",
    "@",
    "*",
    " ",
    "?",
    "é",
    "\n",
    "end",
  ]);
  return text.slice(0, at) + instead + text.slice(at + (next() < 0.5 ? 1 : 0));
}
