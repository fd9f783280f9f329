import { describe, expect, test } from "vitest";
import { sanitizeLine } from "../../../../shared/characters/sanitize.ts";
import {
  commandsIn,
  type MarkdownPart,
  paragraphPart,
  renderMarkdownParts,
} from "../../../../shared/render/editor/hover/markdown-parts.ts";
import { pick, randomFrom } from "../../../random.ts";
import { hostileText } from "../../hostile-text.ts";
import { hrefsIn, shapeOf, textIn, typesIn } from "../../markdown-shape.ts";

const acting: readonly string[] = [
  "[x](http://evil.example)",
  "[x](command:workbench.action.terminal.new)",
  "<command:workbench.action.terminal.new>",
  "![x](http://evil.example/p.png)",
  "<img src=x onerror=y>",
  "<a href='command:x'>x</a>",
  "<!-- x -->",
  "$(zap) $(sync~spin)",
  "https://evil.example www.evil.example mail@evil.example",
  "**a** _b_ ~~c~~ `d`",
  "# a",
  "- a",
  "1. a",
  "> a",
  "| a | b |",
  "\n| a |\n| --- |\n| b |",
  "```\na\n```",
  "~~~~",
  "a\n===",
  "[a]: http://evil.example",
  "a\\",
  "&lt;b&gt;&#91;",
  "***",
  "a](command:x)[b",
];

/** Every place where a text can stand. */
function inEveryPart(text: string): readonly MarkdownPart[] {
  return [
    paragraphPart(text),
    paragraphPart({ as: "strong", text: `s ${text} s` }, ` ${text}`, { as: "code", text: "c" }),
    { as: "list", items: [text, ["a ", { as: "strong", text: "b" }, `: ${text}`]] },
    {
      as: "table",
      head: ["One", "Two"],
      rows: [
        [text, "2"],
        [[{ as: "strong", text: "x" }, ` ${text}`], text],
      ],
    },
    { as: "block", text: `a\n${text}\nb` },
    { as: "links", links: [{ as: "command", title: `Show ${text}`, command: "ours.show", arguments: [{ text }] }] },
  ];
}

function hrefFor(text: string): string | undefined {
  return hrefsIn(shapeOf(renderMarkdownParts(inEveryPart(text))))[0];
}

describe("a text acts nowhere", () => {
  test.for(acting)("%j", (text) => {
    const shape = shapeOf(renderMarkdownParts(inEveryPart(text)));
    const plain = shapeOf(renderMarkdownParts(inEveryPart("plain")));
    const withoutHrefs = (list: typeof shape): string => JSON.stringify(list).replace(/"href":"[^"]*"/g, "");
    expect(withoutHrefs(shape)).toBe(withoutHrefs(plain));
    expect(hrefsIn(shape)).toEqual([expect.stringMatching(/^command:ours\.show\?[\w%.-]+$/)]);
    const parts = inEveryPart(text).filter((part) => part.as !== "block");
    expect(renderMarkdownParts(parts), "no icon, which a fence has never").not.toMatch(/\$\(/);
  });

  const seeds = Array.from({ length: 300 }, (_, seed) => seed);
  test.for(seeds)("random text, seed %i", (seed) => {
    const next = randomFrom(seed);
    const text = `x${next() < 0.5 ? hostileText(next) : Array.from({ length: 4 }, () => pick(next, acting)).join(" ")}x`;
    const shape = shapeOf(renderMarkdownParts(inEveryPart(text)));
    expect(hrefsIn(shape)).toHaveLength(1);
    expect(typesIn(shape).toSorted()).toEqual(typesIn(shapeOf(renderMarkdownParts(inEveryPart("plain")))).toSorted());
    expect(shape.find(({ type }) => type === "table")?.within.map(({ within }) => within.length)).toEqual([2, 2, 2]);
    expect(textIn(renderMarkdownParts([paragraphPart(text)]))).toBe(sanitizeLine(text.replace(/\s+/g, " ")).trim());
  });
});

describe("what stands side by side does not join", () => {
  const rows: [left: string, right: string][] = [
    ["https:", "//evil.example"],
    ["see www", ".evil.example"],
    ["[x]", "(command:y)"],
    ["a@b", ".example"],
    ["!", "[x](y)"],
    ["a\\", "*b*"],
  ];
  test.for(rows)("%j and %j", ([left, right]) => {
    expect(typesIn(shapeOf(renderMarkdownParts([paragraphPart(left, right)])))).toEqual(["paragraph"]);
    expect(hrefsIn(shapeOf(renderMarkdownParts([paragraphPart(left, { as: "strong", text: "s" }, right)])))).toEqual(
      [],
    );
  });
});

describe("a link runs one command with the arguments it was given", () => {
  const rows: unknown[] = ["a b", "100%25", "it's (here)", "a](command:x)", "中 😀", "\u0000\n", "'\"\\", "~_*!"];
  test.for(rows)("%j", (value) => {
    const [href = ""] = hrefsIn(
      shapeOf(
        renderMarkdownParts([
          { as: "links", links: [{ as: "command", title: "t", command: "c.d", arguments: [value] }] },
        ]),
      ),
    );
    const query = href.replace("command:c.d?", "");
    const once = decodeURIComponent(query);
    // VS Code decodes a link when it parses it, and its query again when it is followed.
    expect(JSON.parse(once)).toEqual([value]);
    expect(JSON.parse(decodeURIComponent(once))).toEqual([value]);
  });

  test("without arguments it has no query", () => {
    const parts: readonly MarkdownPart[] = [
      { as: "links", links: [{ as: "command", title: "Connect", command: "c.d", arguments: [] }] },
    ];
    expect(renderMarkdownParts(parts)).toBe("[Connect](command:c.d)");
  });

  test("only commands of links may run, each named once", () => {
    const link = { as: "command" as const, title: "t", command: "a", arguments: [] };
    const parts: readonly MarkdownPart[] = [
      ...inEveryPart("[x](command:z)"),
      paragraphPart("x ", { ...link, command: "b" }),
      { as: "list", items: [[link]] },
      { as: "table", head: ["h"], rows: [[[link]]] },
    ];
    expect(commandsIn(parts)).toEqual(["ours.show", "b", "a"]);
    expect(hrefFor("x")).toMatch(/^command:ours\.show\?/);
  });
});

test("a long text is cut, and what is cut still does not act", () => {
  const long = "a [x](command:y) | `".repeat(1700);
  const markdown = renderMarkdownParts(inEveryPart(long));
  expect(long.length).toBeGreaterThan(32_768);
  expect(renderMarkdownParts([paragraphPart(long)]).length).toBeLessThan(2100);
  expect(renderMarkdownParts([{ as: "block", text: long }]).length).toBeLessThan(2100);
  expect(hrefsIn(shapeOf(markdown))).toHaveLength(1);
});

test("what is empty leaves nothing behind", () => {
  expect(
    renderMarkdownParts([paragraphPart(""), { as: "list", items: [] }, { as: "table", head: ["a"], rows: [] }]),
  ).toBe("");
  expect(renderMarkdownParts([{ as: "block", text: " \n" }, paragraphPart({ as: "strong", text: "" }, "a")])).toBe("a");
});
