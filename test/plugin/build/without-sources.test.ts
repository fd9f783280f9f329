import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { omitSources, withoutSources } from "../../../plugin/build/without-sources.ts";
import { repositoryRoot } from "../../../plugin/release/bundled-packages.ts";

const shared = join(repositoryRoot, "shared");

describe("the source of a row is omitted, and nothing else", () => {
  const rows: [title: string, code: string, kept: string][] = [
    ["between others", 'const a = { b: 1, source: "s", c: 2 };', "const a = { b: 1,  c: 2 };"],
    ["the last one", "const a = { b: 1, source: s };", "const a = { b: 1,  };"],
    ["two in one line", 'f({ source: "s" }, { source: `t` });', "f({  }, {  });"],
    ["with quotes", 'const a = { "b": 1, "source": "s" };', 'const a = { "b": 1,  };'],
    ["a shorthand", "const a = (source: string) => ({ b, source });", "const a = (source: string) => ({ b,  });"],
    ["of a row in a row", 'const a = { b: [{ source: "," }], source: "," };', "const a = { b: [{  }],  };"],
    [
      "not a field of another name",
      'const a = { sources: [], dataSource: "s" };',
      'const a = { sources: [], dataSource: "s" };',
    ],
    ["not a type", "interface A { readonly source: string }", "interface A { readonly source: string }"],
    [
      "not what reads one",
      "const b = rows.map(({ source }) => a.source);",
      "const b = rows.map(({ source }) => a.source);",
    ],
    ["not a text", 'const a = "{ source: 1 }";', 'const a = "{ source: 1 }";'],
  ];
  test.for(rows)("%s", ([, code, kept]) => {
    expect(omitSources(code, "a.ts")).toBe(kept);
  });
});

test("every table is otherwise the same, and has no address of a document", async () => {
  const profiles = readdirSync(join(shared, "profiles"), { recursive: true, encoding: "utf8" });
  const files = [
    ...profiles.filter((file) => file.endsWith(".ts")).map((file) => join("profiles", file)),
    "tables/kinds.ts",
  ];
  expect(files.length).toBeGreaterThan(20);
  const entry = files
    .map((file, place) => `export * as t${place} from ${JSON.stringify(join(shared, file))};`)
    .join("\n");
  const all: Plugin = {
    name: "all",
    resolveId: (id) => (id === "all" ? id : undefined),
    load: (id) => (id === "all" ? entry : undefined),
  };
  const bundle = await rolldown({ input: "all", plugins: [all, withoutSources], treeshake: false });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const without = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  const whole = await Promise.all(files.map((file) => import(pathToFileURL(join(shared, file)).href)));
  expect(whole.map(plain)).toEqual(files.map((_, place) => plain(without[`t${place}`])));
  expect(whole.map(text).join()).toContain("https://argo-cd.readthedocs.io");
  expect(Object.values<object>(without).map(text).join()).not.toContain("https://");
});

/** All that a module exports as text, with the rows that its functions make. */
function text(module: object): string {
  return JSON.stringify(withRows(module));
}

/** The exports of a module, a function that makes rows replaced by its rows. */
function withRows(module: object): object {
  const made = Object.entries(module).map(([name, value]) => [name, /^list\w*Rows$/.test(name) ? value() : value]);
  return Object.fromEntries(made);
}

/** A module as text, in an order of its own, without the sources of its rows. */
function plain(table: object): string {
  return JSON.stringify(
    Object.entries(withRows(table)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    (key, value) => {
      if (key === "source") return undefined;
      if (value instanceof RegExp) return String(value);
      if (value instanceof Map || value instanceof Set) return [...value];
      return value;
    },
  );
}
