import { describe, expect, test } from "vitest";
import { aggregate } from "../../../../shared/aggregate/aggregate.ts";
import type { Cause, Report, RootNode } from "../../../../shared/model/report.ts";
import { packageVersion } from "../../../../shared/model/version.ts";
import { safeHtml } from "../../../../shared/paint/html/escape.ts";
import { styleSheet } from "../../../../shared/paint/html/style-sheet.ts";
import { renderHtml } from "../../../../shared/render/formats/html.ts";
import { readGoldenCase } from "../../../golden/recorded.ts";
import { randomFrom } from "../../../random.ts";
import { hostileReport } from "../../hostile-report.ts";
import { hostileText } from "../../hostile-text.ts";
import { samples } from "../../samples.ts";

/** The elements and attributes that the page may have. Any other would come from the cluster's text. */
const element =
  /^<(?:!doctype html|(?:html|head|meta|title|style|body|main|article|header|section|footer|h[123]|p|span|b|small|dl|dt|dd|ol|ul|li|table|thead|tbody|tr|th|td|time|details|summary|pre|code)((?: [a-z-]+(?:="[^"<>]*")?)*)|\/[a-z0-9]+)>$/;
const attribute = /^(?:lang|charset|http-equiv|content|name|class|scope|role|aria-hidden|datetime|title|open)$/;
const empty: ReadonlySet<string> = new Set(["!doctype", "meta"]);

/** The tags of a page, but for the style sheet. */
function tagsOf(page: string): readonly string[] {
  return page.replace(styleSheet.html, "").match(/<[^>]*>?/g) ?? [];
}

describe("a text in HTML is text", () => {
  const rows: [text: string, written: string][] = [
    ["<script>", "&#60;script&#62;"],
    ["a & b", "a &#38; b"],
    ["&lt;", "&#38;lt;"],
    [`" onload="x`, "&#34; onload=&#34;x"],
    ["' `", "&#39; &#96;"],
  ];
  test.for(rows)("%j", ([text, written]) => {
    expect(safeHtml`<p title="${text}">${text}</p>`.html).toBe(`<p title="${written}">${written}</p>`);
  });

  test.for(Array.from({ length: 60 }, (_, seed) => seed))("whatever it is, seed %i", (seed) => {
    const text = `${hostileText(randomFrom(seed))}</p><img src=x>`;
    const { html: written } = safeHtml`${text}`;
    expect(written).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
    expect(written.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe(text);
  });
});

describe("a page has our elements, well nested, whatever the texts are", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => seed))("seed %i", (seed) => {
    const options = { wide: seed % 2 === 0, ascii: seed % 3 === 0, absoluteTime: seed % 5 === 0 };
    expectOurs(renderHtml(hostileReport(randomFrom(seed)), options));
  });

  test.for(Object.entries(samples))("%s", ([, report]) => {
    expectOurs(renderHtml(report));
    expect(renderHtml(report, { ascii: true })).toMatch(/^[\n\x20-\x7e]*$/);
  });

  function expectOurs(page: string): void {
    const open: string[] = [];
    for (const tag of tagsOf(page)) {
      const name = tag.replace(/^<\/?([a-z0-9!]+)[\s\S]*$/i, "$1");
      const names = element.exec(tag)?.[1]?.match(/[a-z-]+(?==| |$)/g) ?? [];
      expect(tag).toMatch(element);
      for (const one of names.filter((each) => !/^"/.test(each)))
        if (!isInside(tag, one)) expect(one).toMatch(attribute);
      if (tag.startsWith("</")) expect(open.pop(), tag).toBe(name);
      else if (!empty.has(name)) open.push(name);
    }
    expect(open).toEqual([]);
    expect(page.match(/<h1[ >]/g)).toHaveLength(1);
  }

  /** A word between the quotes of a value is no attribute. */
  function isInside(tag: string, word: string): boolean {
    return !new RegExp(` ${word}(?:=|[ >])`).test(tag.replace(/"[^"]*"/g, '""'));
  }
});

describe("a page needs nothing but itself", () => {
  const page = renderHtml(samples["a crashing container below CDI"] as Report);

  test("no script and nothing to fetch, and the browser enforces it", () => {
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bhref=|@import|url\(|\son[a-z]+=/i);
  });

  test("it says its language, its title and its width", () => {
    expect(page).toContain('<html lang="en">');
    expect(page).toContain("<title>HyperConverged kubevirt-hyperconverged unavailable for 14m</title>");
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  test("a cell knows its column and its row, a mark is for the eye alone, an age knows its moment", () => {
    expect(page).toContain('<th scope="col" role="columnheader">Condition</th>');
    const row = /<tr role="row" class="bad"><th scope="row" role="rowheader">.*Available=.*<\/tr>/.exec(page)?.[0];
    expect(row).toContain('<span class="mark" aria-hidden="true">✗</span><span>Available=False</span>');
    expect(row).toContain('<time datetime="2026-11-21T05:59:18Z" title="2026-11-21T05:59:18Z">14m</time>');
  });

  test("the tree opens, and unhealthy objects are open", () => {
    const tree = page.slice(page.indexOf('<ul class="tree">'));
    expect(tree).toMatch(/<details open><summary class="bad">.*CDI[\s\S]*<details open>.*Deployment cdi-deployment/);
    expect(tree).toMatch(/<li class="leaf bad">.*container cdi-controller.*CrashLoopBackOff/);
  });

  test("a long text is folded, and whole", () => {
    const long = "word ".repeat(2000).trim();
    const report = samples["two culprits and the CR names one"] as Report;
    const [root] = report.roots;
    if (root === undefined) throw new Error("sample has no root");
    const conditions = root.conditions.map((one) => ({ ...one, message: long }));
    const written = renderHtml({ ...report, roots: [{ ...root, conditions }] });
    expect(written).toContain(long);
    expect(written).toMatch(/<details><summary>[^<]*… \(\d+ characters omitted\)[^<]*<\/summary>/);
  });
});

describe("a page has two readers", () => {
  const report = samples["a crashing container below CDI"] as Report;
  const page = renderHtml(report);
  const indexOfText = (text: string): number => {
    expect(page).toContain(text);
    return page.indexOf(text);
  };

  test("the cluster, the time, the verdict and what is done next come first, then the causes with their commands", () => {
    const order = ['<p class="origin">', "for 14m</time></span></h1>", '<p class="next">', "<h2>Causes"];
    const rest = ["<pre><code>kubectl logs", "<h2>Conditions", "<h2>Components", "<h2>Marks"];
    const places = [...order, ...rest].map(indexOfText);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("every mark has its meaning, and the tool its name and version", () => {
    const legend = page.slice(page.indexOf('<ul class="legend">'));
    for (const mark of ["✗", "?", "~", "!", "✓"]) expect(legend).toMatch(new RegExp(`>\\${mark}</span>[a-z]`));
    expect(legend).toContain(`hco-status ${packageVersion}`);
  });

  test.for(Object.entries(samples))("no heading is a private word: %s", ([, one]) => {
    const headings = renderHtml(one).match(/<h2[^>]*>(?:(?!<\/h2>).)*<\/h2>/g) ?? [];
    expect(headings.filter((heading) => /culprit|gates|findings|who|means/i.test(heading))).toEqual([]);
  });

  test("what is in progress and what is not known are no causes", () => {
    const [root] = report.roots as [RootNode];
    const [cause] = root.causes as [Cause];
    const causes = (["degraded", "progressing", "unknown"] as const).map((verdict) => ({
      ...cause,
      component: `${cause.component}-${verdict}`,
      verdict,
    }));
    const titles = renderHtml({ ...report, roots: [{ ...root, causes }] }).match(/<h2>(Causes|In progress|Not known)/g);
    expect(titles).toEqual(["<h2>Causes", "<h2>Not known", "<h2>In progress"]);
  });

  test("a healthy root with a warning has it in its head", () => {
    const healthy = aggregate(readGoldenCase("a-json-patch-changes-cdi-of-a-healthy-hyperconverged"));
    expect(healthy.verdict).toBe("healthy");
    expect(renderHtml(healthy)).toMatch(/<header class="good">[\s\S]*<p class="lead remark">[\s\S]*<\/header>/);
  });
});

describe("a page that is sent on names no folder of the machine that made it", () => {
  const describeGap = (source: Report["source"], where: string, cause: string): string => {
    const snapshot = readGoldenCase("all-six-components-are-healthy");
    return renderHtml(aggregate({ ...snapshot, source, damage: [{ where, cause }] }));
  };
  const rows: readonly [string, Report["source"], string, string, string][] = [
    ["/home/", { kind: "must-gather", name: "/home/ann/mg.tgz" }, "/home/ann/mg.tgz", "truncated", "mg.tgz"],
    [
      "/home/",
      { kind: "files", name: "/home/ann/a.yaml" },
      "/home/ann/a.yaml:4:1",
      "see /home/ann/a.yaml",
      "a.yaml:4:1",
    ],
    ["\\ann", { kind: "files", name: "C:\\Users\\ann\\a.yaml" }, "C:\\Users\\ann\\a.yaml", "bad", "a.yaml"],
    ["cases/", { kind: "files", name: "cases/a.yaml" }, "cases/a.yaml:4:1", "bad indentation", "a.yaml:4:1"],
  ];
  test.for(rows)("%s", ([folder, source, where, cause, name]) => {
    const page = describeGap(source, where, cause);
    expect(page).not.toContain(folder);
    expect(page).toContain(name);
  });

  test("a piece inside an archive keeps the folders of the archive", () => {
    const page = describeGap(
      { kind: "must-gather", name: "/home/ann/mg.tgz" },
      "mg/namespaces/cnv/pods.yaml",
      "the archive ends",
    );
    expect(page).toContain("mg/namespaces/cnv/pods.yaml");
  });
});

describe("colours have a contrast of 4.5 to 1 or more on their page (WCAG 2.2, 1.4.3)", () => {
  const schemes = styleSheet.html.match(/:root \{[^}]*--page[^}]*\}/g) ?? [];
  const colours = schemes.flatMap((scheme, index) => {
    const all = new Map(
      Array.from(scheme.matchAll(/--(\w+): (#[0-9a-f]+)/g), ([, name = "", value = ""]) => [name, value]),
    );
    return ["text", "dim", "bad", "warn", "unknown", "good", "link"].flatMap((name) =>
      ["page", "raised"].map((ground) => ({
        scheme: index === 0 ? "light" : "dark",
        name,
        ground,
        contrast: contrast(all.get(name) ?? "", all.get(ground) ?? ""),
      })),
    );
  });

  test("there are two schemes", () => expect(colours).toHaveLength(28));

  test.for(colours)("$scheme: $name on $ground", ({ contrast: found }) => {
    expect(found).toBeGreaterThanOrEqual(4.5);
  });

  function contrast(one: string, other: string): number {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(colour: string): number {
    const digits = colour.length === 4 ? colour.slice(1).replace(/./g, "$&$&") : colour.slice(1);
    const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
      const value = Number.parseInt(pair, 16) / 255;
      return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
});

test("the texts that want to act do not", async () => {
  const page = renderHtml(samples["texts that want to act"] as Report);
  await expect(page).toMatchFileSnapshot("golden/texts-that-want-to-act.report.html");
});
