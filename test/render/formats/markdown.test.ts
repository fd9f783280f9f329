import { describe, expect, test } from "vitest";
import { markdownFence, markdownText } from "../../../shared/characters/escape-markdown.ts";
import { sanitizeLine } from "../../../shared/characters/sanitize.ts";
import type { Report } from "../../../shared/model/report.ts";
import { renderMarkdown } from "../../../shared/render/formats/markdown.ts";
import type { TextOptions } from "../../../shared/render/terminal/text-style.ts";
import { pick, randomFrom } from "../../random.ts";
import { hostileReport } from "../hostile-report.ts";
import { hostileText } from "../hostile-text.ts";
import { samples } from "../samples.ts";

describe("what acts in Markdown becomes text", () => {
  // | stands for an invisible space, for the eye.
  const rows: [what: string, text: string, markdown: string][] = [
    ["emphasis", "*a* **b** _c_ __d__", "\\*a\\* \\*\\*b\\*\\* \\_c\\_ \\_\\_d\\_\\_"],
    ["no emphasis inside a word", "KV_IO_VERSION", "KV_IO_VERSION"],
    ["code", "`id`", "\\`id\\`"],
    ["a link", "[x](http://a.b)", "\\[x](http:|//a.b)"],
    ["an image", "![x](//a.b/c.png)", "!\\[x](//a.b/c.png)"],
    ["HTML", "<img src=x onerror=y>", "\\<img src=x onerror=y>"],
    ["a comment", "<!-- x -->", "\\<!-- x -->"],
    ["an entity", "&lt;b&gt; &#60;", "&|lt;b&|gt; &\\#|60;"],
    ["strike-through", "~~a~~", "\\~\\~|a\\~\\~"],
    ["a pipe", "a | b \\| c", "a ¦ b \\\\¦ c"],
    ["a backslash before a sign", "a\\*b c\\d \\", "a\\\\\\*b c\\d \\\\"],
    ["a command link", "[x](command:y) <command:y>", "\\[x](command:y) \\<command:y>"],
    ["an icon", "$(zap)", "\\$|(zap)"],
    ["a formula", "$x$", "\\$|x\\$"],
    ["a mention", "@root, (@team/a)", "@|root, (@|team/a)"],
    ["no mention", "admin@prod image@sha256:0f", "admin@prod image@sha256:0f"],
    ["an address", "a@b.example", "a|@|b.example"],
    ["an issue, a merge request", "#12 a#1 !3 GH-4", "\\#|12 a\\#|1 !|3 GH|-4"],
    ["a label, a milestone, an epic", '~bug %"1" &5', '\\~|bug %|"1" &|5'],
    ["an URL", "see https://a.b and www.a.b", "see https:|//a.b and www|.a.b"],
    ["an emoji", "a :smile: :+1: 08:30:00", "a :|smile: :|+1: 08:30:00"],
    ["a heading", "# a", "\\# a"],
    ["a list", "- a", "\\- a"],
    ["a numbered list", "12. a", "12\\. a"],
    ["an underline", "===", "\\==="],
    ["a quote", "> a", "\\> a"],
    ["a fence", "```sh", "\\`\\`\\`sh"],
    ["indented code, line breaks", "    a\n\n    b\r\nc", "a b c"],
    ["a quick action", "/close", "\\/close"],
  ];
  test.for(rows)("%s: %j", ([, text, markdown]) => {
    expect(markdownText(text)).toBe(markdown.replace(/(?<!¦)\|/g, "\u200b").replaceAll("¦", "\\|"));
  });

  test("only ASCII where only ASCII may be", () => {
    expect(markdownText("@root", true)).toBe("@&#8203;root");
  });

  test("a fence is longer than any in it", () => {
    expect(markdownFence("a", "sh")).toBe("```sh\na\n```");
    expect(markdownFence("a ```` b", "sh")).toBe("`````sh\na ```` b\n`````");
  });
});

describe("the escaping has an algebra", () => {
  const signs =
    "* ** _ __ ` ``` ~ ~~ [ ] ( ) ![ < </td> <!-- & &amp; &#60; | || \\ \\| $ $( # ## @ @me a@b.cd #1 !1 - + 1. 1)";
  const more = "> === --- : :: :x: http:// www. WWW. GH-1 / % {+ [- [x] [^1] word x 中 😀 \n \n\n \t";
  const pieces = [...`${signs} ${more}`.split(/ (?! )/), " ", "    "];
  const seeds = Array.from({ length: 400 }, (_, seed) => seed);

  test.for(seeds)("seed %i", (seed) => {
    const next = randomFrom(seed);
    const length = 1 + Math.floor(next() * 12);
    const random = Array.from({ length }, () => pick(next, pieces)).join(next() < 0.5 ? "" : " ");
    const text = next() < 0.3 ? hostileText(next) : random;
    const markdown = markdownText(text);
    const finished = markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");
    expect(finished.replaceAll("\u200b", ""), "it reads the same").toBe(sanitizeLine(text.replace(/\s+/g, " ")).trim());
    expect(markdown, "one line that opens no block").toMatch(/^(?![-+=>#/%:]|\d{1,9}[.)]|\s)[^\n]*$/);
    const left = markdown.replace(/\\[!-/:-@[-`{-~]/g, "..").replace(/(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])/g, ".");
    expect(left, "no sign that a parser obeys").not.toMatch(/[`*[<|~$#_]|&#?\w/);
    expect(finished, "nobody is mentioned").not.toMatch(/(?<!\w)@\w|\w@[\w-]+\.\w/);
    expect(finished, "nothing is referred to").not.toMatch(/[#!~%&$]\w|GH-\d|\$\(/i);
    expect(finished, "nothing is an address").not.toMatch(/\w:\/\/|www\./i);
  });
});

const looks: Readonly<Record<string, TextOptions>> = {
  plain: {},
  ascii: { ascii: true },
  wide: { wide: true, absoluteTime: true },
};

describe("a Report in Markdown has our structure, whatever its texts are", () => {
  const mark = "(?:[✗~!?✓] |x |\\\\\\+ )?";
  const line = new RegExp(`^(?:### ${mark}.*|(?:  )*- ${mark}.*|\\*\\*[A-Z].*|${mark}[^ ].*)$`);
  const seeds = Array.from({ length: 60 }, (_, seed) => seed);
  const cases = seeds.flatMap((seed) => Object.keys(looks).map((look) => ({ seed, look })));

  test.for(cases)("seed $seed, $look", ({ seed, look }) => {
    const markdown = renderMarkdown(hostileReport(randomFrom(seed)), looks[look]);
    // The commands stand in fences of their own.
    const body = markdown.replace(/^ *(`{3,})sh\n[\s\S]*?^ *\1$/gm, "");
    for (const one of body.split("\n").filter((text) => text.trim() !== "")) expect(one).toMatch(line);
  });
});

test("the texts that want to act do not, and long ones are cut", async () => {
  const markdown = renderMarkdown(samples["texts that want to act"] as Report);
  await expect(markdown).toMatchFileSnapshot("golden/texts-that-want-to-act.report.md");
});

test.for(Object.entries(samples))("with --ascii there is nothing else: %s", ([, report]) => {
  expect(renderMarkdown(report, { ascii: true })).toMatch(/^[\n\x20-\x7e]*$/);
});
