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
const knownElement =
  /^<(?:!doctype html|(?:html|head|meta|title|style|body|main|article|header|section|footer|h[123]|p|span|b|small|dl|dt|dd|ol|ul|li|table|thead|tbody|tr|th|td|time|details|summary|pre|code)((?: [a-z-]+(?:="[^"<>]*")?)*)|\/[a-z0-9]+)>$/;
const knownAttribute = /^(?:lang|charset|http-equiv|content|name|class|scope|role|aria-hidden|datetime|title|open)$/;
const elementsWithoutEnd: ReadonlySet<string> = new Set(["!doctype", "meta"]);

/** The tags of a page, but for the style sheet. */
function listTags(page: string): readonly string[] {
  return page.replace(styleSheet.html, "").match(/<[^>]*>?/g) ?? [];
}

describe("safeHtml escapes its values", () => {
  const rows = [
    { text: "<script>", written: "&#60;script&#62;" },
    { text: "a & b", written: "a &#38; b" },
    { text: "&lt;", written: "&#38;lt;" },
    { text: `" onload="x`, written: "&#34; onload=&#34;x" },
    { text: "' `", written: "&#39; &#96;" },
  ];
  test.for(rows)("the text $text is written as $written", ({ text, written }) => {
    expect(safeHtml`<p title="${text}">${text}</p>`.html).toBe(`<p title="${written}">${written}</p>`);
  });

  test.for(Array.from({ length: 60 }, (_, seed) => seed))(
    "hostile text of seed %i is escaped without a loss",
    (seed) => {
      const text = `${hostileText(randomFrom(seed))}</p><img src=x>`;
      const { html: written } = safeHtml`${text}`;
      expect(written).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
      expect(written.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe(text);
    },
  );
});

describe("a page has only known elements, which are well nested", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => seed))(
    "the page of a hostile report of seed %i has only known elements, which are well nested",
    (seed) => {
      const options = { wide: seed % 2 === 0, ascii: seed % 3 === 0, absoluteTime: seed % 5 === 0 };
      expectKnownElements(renderHtml(hostileReport(randomFrom(seed)), options));
    },
  );

  test.for(Object.entries(samples))(
    "the page of the sample with %s has only known elements, which are well nested",
    ([, report]) => {
      expectKnownElements(renderHtml(report));
      expect(renderHtml(report, { ascii: true })).toMatch(/^[\n\x20-\x7e]*$/);
    },
  );

  function expectKnownElements(page: string): void {
    const open: string[] = [];
    for (const tag of listTags(page)) {
      const name = tag.replace(/^<\/?([a-z0-9!]+)[\s\S]*$/i, "$1");
      const names = knownElement.exec(tag)?.[1]?.match(/[a-z-]+(?==| |$)/g) ?? [];
      expect(tag).toMatch(knownElement);
      for (const word of names.filter((each) => !/^"/.test(each))) {
        if (!isInsideOfValue(tag, word)) expect(word).toMatch(knownAttribute);
      }
      if (tag.startsWith("</")) expect(open.pop(), tag).toBe(name);
      else if (!elementsWithoutEnd.has(name)) open.push(name);
    }
    expect(open).toEqual([]);
    expect(page.match(/<h1[ >]/g)).toHaveLength(1);
  }

  /** True where the word stands only between the quotes of values, so that it is no attribute. */
  function isInsideOfValue(tag: string, word: string): boolean {
    return !new RegExp(` ${word}(?:=|[ >])`).test(tag.replace(/"[^"]*"/g, '""'));
  }
});

describe("a page is complete in itself", () => {
  const page = renderHtml(samples["a crashing container below CDI"] as Report);

  test("a page has no script, and its content security policy refuses everything that would be fetched", () => {
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bhref=|@import|url\(|\son[a-z]+=/i);
  });

  test("a page has a language, a title and a viewport", () => {
    expect(page).toContain('<html lang="en">');
    expect(page).toContain("<title>HyperConverged kubevirt-hyperconverged unavailable for 14m</title>");
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  const rowOfCondition = /<tr role="row" class="bad"><th scope="row" role="rowheader">.*Available=.*<\/tr>/.exec(
    page,
  )?.[0];

  test("a table has headers for its columns", () => {
    expect(page).toContain('<th scope="col" role="columnheader">Condition</th>');
  });

  test("a screen reader skips the mark of a condition", () => {
    expect(rowOfCondition).toContain('<span class="mark" aria-hidden="true">✗</span><span>Available=False</span>');
  });

  test("an age has its time", () => {
    expect(rowOfCondition).toContain('<time datetime="2026-11-21T05:59:18Z" title="2026-11-21T05:59:18Z">14m</time>');
  });

  test("the branches of unhealthy objects are open", () => {
    const tree = page.slice(page.indexOf('<ul class="tree">'));
    expect(tree).toMatch(/<details open><summary class="bad">.*CDI[\s\S]*<details open>.*Deployment cdi-deployment/);
    expect(tree).toMatch(/<li class="leaf bad">.*container cdi-controller.*CrashLoopBackOff/);
  });

  test("a long message is folded and complete", () => {
    const longMessage = "word ".repeat(2000).trim();
    const report = samples["two culprits and the CR names one"] as Report;
    const [root] = report.roots;
    if (root === undefined) throw new Error("sample has no root");
    const conditions = root.conditions.map((condition) => ({ ...condition, message: longMessage }));
    const html = renderHtml({ ...report, roots: [{ ...root, conditions }] });
    expect(html).toContain(longMessage);
    expect(html).toMatch(/<details><summary>[^<]*… \(\d+ characters omitted\)[^<]*<\/summary>/);
  });
});

describe("a page begins with what a reader needs first", () => {
  const report = samples["a crashing container below CDI"] as Report;
  const page = renderHtml(report);
  const findOffset = (text: string): number => {
    expect(page).toContain(text);
    return page.indexOf(text);
  };

  test("the cluster, time, verdict and next command come first, then the causes, then the details", () => {
    const head = ['<p class="origin">', "for 14m</time></span></h1>", '<p class="next">', "<h2>Causes"];
    const details = ["<pre><code>kubectl logs", "<h2>Conditions", "<h2>Components", "<h2>Marks"];
    const offsets = [...head, ...details].map(findOffset);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  });

  test("the legend explains every mark and has the name and version of the tool", () => {
    const legend = page.slice(page.indexOf('<ul class="legend">'));
    for (const mark of ["✗", "?", "~", "!", "✓"]) expect(legend).toMatch(new RegExp(`>\\${mark}</span>[a-z]`));
    expect(legend).toContain(`hco-status ${packageVersion}`);
  });

  test.for(Object.entries(samples))("no heading is a private word in the page of the sample with %s", ([, sample]) => {
    const headings = renderHtml(sample).match(/<h2[^>]*>(?:(?!<\/h2>).)*<\/h2>/g) ?? [];
    expect(headings.filter((heading) => /culprit|gates|findings|who|means/i.test(heading))).toEqual([]);
  });

  test("a part that is in progress and one that is unknown have headings of their own beside the causes", () => {
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

  test("the head of a healthy root has its warning", () => {
    const healthy = aggregate(readGoldenCase("a-json-patch-changes-cdi-of-a-healthy-hyperconverged"));
    expect(healthy.verdict).toBe("healthy");
    expect(renderHtml(healthy)).toMatch(/<header class="good">[\s\S]*<p class="lead remark">[\s\S]*<\/header>/);
  });
});

describe("a page names no folder of the machine that made it", () => {
  const renderDamage = (source: Report["source"], where: string, cause: string): string => {
    const snapshot = readGoldenCase("all-six-components-are-healthy");
    return renderHtml(aggregate({ ...snapshot, source, damage: [{ where, cause }] }));
  };
  const rows: readonly {
    readonly folder: string;
    readonly source: Report["source"];
    readonly where: string;
    readonly cause: string;
    readonly name: string;
  }[] = [
    {
      folder: "/home/",
      source: { kind: "must-gather", name: "/home/ann/mg.tgz" },
      where: "/home/ann/mg.tgz",
      cause: "truncated",
      name: "mg.tgz",
    },
    {
      folder: "/home/",
      source: { kind: "files", name: "/home/ann/a.yaml" },
      where: "/home/ann/a.yaml:4:1",
      cause: "see /home/ann/a.yaml",
      name: "a.yaml:4:1",
    },
    {
      folder: "\\ann",
      source: { kind: "files", name: "C:\\Users\\ann\\a.yaml" },
      where: "C:\\Users\\ann\\a.yaml",
      cause: "bad",
      name: "a.yaml",
    },
    {
      folder: "cases/",
      source: { kind: "files", name: "cases/a.yaml" },
      where: "cases/a.yaml:4:1",
      cause: "bad indentation",
      name: "a.yaml:4:1",
    },
  ];
  test.for(rows)(
    "the page of $source.name has no folder of it and names $name",
    ({ folder, source, where, cause, name }) => {
      const page = renderDamage(source, where, cause);
      expect(page).not.toContain(folder);
      expect(page).toContain(name);
    },
  );

  test("a file in an archive keeps the folders of the archive", () => {
    const page = renderDamage(
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
    const colourByName = new Map(
      Array.from(scheme.matchAll(/--(\w+): (#[0-9a-f]+)/g), ([, name = "", value = ""]) => [name, value]),
    );
    return ["text", "dim", "bad", "warn", "unknown", "good", "link"].flatMap((name) =>
      ["page", "raised"].map((ground) => ({
        scheme: index === 0 ? "light" : "dark",
        name,
        ground,
        contrast: computeContrast(colourByName.get(name) ?? "", colourByName.get(ground) ?? ""),
      })),
    );
  });

  test("the style sheet has two colour schemes of 14 pairs", () => expect(colours).toHaveLength(28));

  test.for(colours)("the contrast of $name on $ground is at least 4.5 in the $scheme scheme", ({ contrast }) => {
    expect(contrast).toBeGreaterThanOrEqual(4.5);
  });

  function computeContrast(text: string, ground: string): number {
    const [dark = 0, light = 0] = [computeLuminance(text), computeLuminance(ground)].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  /** The relative luminance of `#fff` or `#ffffff`, from 0 to 1 (WCAG 2.2, "relative luminance"). */
  function computeLuminance(colour: string): number {
    const digits = colour.length === 4 ? colour.slice(1).replace(/./g, "$&$&") : colour.slice(1);
    const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
      const value = Number.parseInt(pair, 16) / 255;
      return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
});

test("the page of hostile texts is a golden file", async () => {
  const page = renderHtml(samples["texts that want to act"] as Report);
  await expect(page).toMatchFileSnapshot("golden/texts-that-want-to-act.report.html");
});
