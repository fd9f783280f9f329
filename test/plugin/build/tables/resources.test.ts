import { describe, expect, test } from "vitest";
import { readyRules } from "../../../../plugin/build/tables/greenhouse.ts";
import { ownedKinds, resources as resourceTopic } from "../../../../plugin/build/tables/resources.ts";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";

const source = "source: https://acme.io";
const pod = '{kind: Pod, group: "", plural: pods}';

function compileResources(builtIn: string, defined = "[]", related = "[]", created = "Pod"): string {
  const text = `builtIn: ${builtIn}\ndefined: ${defined}\nrelated: ${related}\ncreated: {${source}, kinds: [${created}]}\nflux: []\nolm: []\n`;
  return compileTopic(resourceTopic, { name: "resources.yaml", text })
    .map((table) => table.text)
    .join("");
}

function compileOwned(rows: string, superseded = "[]", named = "[]"): string | undefined {
  const text = `owned: ${rows}\nnamed: ${named}\nsuperseded: ${superseded}\n`;
  return compileTopic(ownedKinds, { name: "owned-kinds.yaml", text })[0]?.text;
}

const naming = `by: {group: a.io, kind: A}, named: {group: "", kind: Node, plural: nodes, versions: [v1], namespaced: false}`;

const step = `owner: {group: a.io, kind: A}, owned: {group: "", kind: Pod, plural: pods, versions: [v1]}`;

function compileRule(rule: string): string | undefined {
  return compileTopic(readyRules, { name: "ready-rules.yaml", text: `rules:\n  Team: {${rule}}\n` })[0]?.text;
}

describe("a row of YAML is a row of the module, without its source", () => {
  test("a built-in kind is compiled with its defaults", () => {
    expect(compileResources(`[{${source}, kinds: [${pod}]}]`)).toContain(
      '{"group":"","kind":"Pod","plural":"pods","versions":["v1"],"namespaced":true,"singular":"pod","shortNames":[]}',
    );
  });

  test("a defined kind is compiled with its short names and scope", () => {
    const gateway = "{kind: Gateway, group: a.io, plural: gateways, shortNames: [gtw], namespaced: false}";
    expect(compileResources(`[{${source}, kinds: [${pod}]}]`, `[{${source}, kinds: [${gateway}]}]`)).toContain(
      '"versions":[],"namespaced":false,"singular":"gateway","shortNames":["gtw"]}',
    );
  });

  test("an owned kind is compiled with its label and without its source", () => {
    const text = compileOwned(`[{${step}, label: a.io/name, ${source}}]`);
    expect(text).toContain('"plural":"pods","versions":["v1"],"namespaced":true},"label":"a.io/name"}');
    expect(text).not.toContain("https");
  });

  test("a kind of which the newest object counts is compiled by its name", () => {
    expect(compileOwned("[]", `[{kind: [B, C], group: a.io, ${source}}]`)).toContain('"a.io/C"');
  });

  test("a kind that an object names is compiled with its paths", () => {
    expect(compileOwned("[]", "[]", `[{${naming}, at: [spec.name], isNeeded: true, ${source}}]`)).toContain(
      '"versions":["v1"],"namespaced":false},"at":["spec.name"],"isNeeded":true}',
    );
  });

  test("a rule of Greenhouse is compiled with its gates", () => {
    expect(
      compileRule(`gates: [{types: [A], trippedBy: ["False"], message: ""}], otherwise: {message: ready}, ${source}`),
    ).toContain(
      '"Team": {"gates":[{"types":["A"],"trippedBy":["False"],"message":""}],"otherwise":{"message":"ready"}}',
    );
  });
});

describe("a mistake in a table is refused with its line", () => {
  const group = `[{${source}, kinds: [${pod}]}]`;
  test.for([
    {
      rule: "kinds without a source are refused",
      compile: () => compileResources(`[{kinds: [${pod}]}]`),
      error: "resources.yaml:1: must have required property 'source'",
    },
    {
      rule: "a kind with an unknown key is refused",
      compile: () =>
        compileResources(`[{${source}, kinds: [${pod}]}]`, group.replace("plural: pods", "plural: pods, shorts: [po]")),
      error: 'resources.yaml:2: "shorts" must NOT have additional properties',
    },
    {
      rule: "a kind that stands twice is refused",
      compile: () => compileResources(group.replace(pod, `${pod}, ${pod}`)),
      error: "resources.yaml:1: Pod stands twice, first in line 1",
    },
    {
      rule: "a created kind that is not built in is refused",
      compile: () => compileResources(group, "[]", "[]", "Pods"),
      error: "resources.yaml:4: no built-in kind is called Pods",
    },
    {
      rule: "an owned kind without a source is refused",
      compile: () => compileOwned(`[{${step}}]`),
      error: "owned-kinds.yaml:1: must have required property 'source'",
    },
    {
      rule: "an owned kind that stands twice is refused",
      compile: () => compileOwned(`[{${step}, ${source}}, {${step}, ${source}}]`),
      error: "owned-kinds.yaml:1: A.a.io to Pod stands twice",
    },
    {
      rule: "a named kind at an invalid path is refused",
      compile: () => compileOwned("[]", "[]", `[{${naming}, at: [spec..name], ${source}}]`),
      error: "owned-kinds.yaml:2: spec..name is not a path",
    },
    {
      rule: "a named kind that stands twice at one path is refused",
      compile: () => compileOwned("[]", "[]", `[{${naming}, at: [spec.name, spec.name], ${source}}]`),
      error: "owned-kinds.yaml:2: A.a.io to Node at spec.name stands twice",
    },
    {
      rule: "a rule without a source is refused",
      compile: () => compileRule("gates: [], otherwise: {message: a}"),
      error: "ready-rules.yaml:2: must have required",
    },
    {
      rule: "a status that is a boolean is refused",
      compile: () =>
        compileRule(`gates: [{types: [A], trippedBy: [False], message: ""}], otherwise: {message: a}, ${source}`),
      error: "ready-rules.yaml:2: must be equal to one of the allowed values: True, False, Unknown",
    },
  ] as const)("$rule", ({ compile, error }) => {
    expect(compile).toThrow(error);
  });
});
