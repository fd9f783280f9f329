import { describe, expect, test } from "vitest";
import { readyRules } from "../../../../plugin/build/tables/greenhouse.ts";
import { ownedKinds, resources as resourceTopic } from "../../../../plugin/build/tables/resources.ts";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";

const source = "source: https://acme.io";
const pod = '{kind: Pod, group: "", plural: pods}';

function resources(builtIn: string, defined = "[]", related = "[]", created = "Pod"): string {
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

function rules(rule: string): string | undefined {
  return compileTopic(readyRules, { name: "ready-rules.yaml", text: `rules:\n  Team: {${rule}}\n` })[0]?.text;
}

describe("a row of YAML is a row of the module, without its source", () => {
  test("a kind, with what is usual where it does not say otherwise", () => {
    expect(resources(`[{${source}, kinds: [${pod}]}]`)).toContain(
      '{"group":"","kind":"Pod","plural":"pods","versions":["v1"],"namespaced":true,"singular":"pod","shortNames":[]}',
    );
    const gateway = "{kind: Gateway, group: a.io, plural: gateways, shortNames: [gtw], namespaced: false}";
    expect(resources(`[{${source}, kinds: [${pod}]}]`, `[{${source}, kinds: [${gateway}]}]`)).toContain(
      '"versions":[],"namespaced":false,"singular":"gateway","shortNames":["gtw"]}',
    );
  });

  test("an owned kind, and kinds of which the newest object counts", () => {
    const text = compileOwned(`[{${step}, label: a.io/name, ${source}}]`, `[{kind: [B, C], group: a.io, ${source}}]`);
    expect(text).toContain('"plural":"pods","versions":["v1"],"namespaced":true},"label":"a.io/name"}');
    expect(text).toContain('"a.io/C"');
    expect(compileOwned("[]", "[]", `[{${naming}, at: [spec.name], isNeeded: true, ${source}}]`)).toContain(
      '"versions":["v1"],"namespaced":false},"at":["spec.name"],"isNeeded":true}',
    );
    expect(text).not.toContain("https");
  });

  test("a rule of Greenhouse", () => {
    expect(
      rules(`gates: [{types: [A], bad: ["False"], message: ""}], otherwise: {message: ready}, ${source}`),
    ).toContain('"Team": {"gates":[{"types":["A"],"bad":["False"],"message":""}],"otherwise":{"message":"ready"}}');
  });
});

describe("a mistake is refused with its line", () => {
  const group = `[{${source}, kinds: [${pod}]}]`;
  test.for([
    [
      "kinds without a source",
      () => resources(`[{kinds: [${pod}]}]`),
      "resources.yaml:1: must have required property 'source'",
    ],
    [
      "a kind with an unknown key",
      () => resources(`[{${source}, kinds: [${pod}]}]`, group.replace("plural: pods", "plural: pods, shorts: [po]")),
      'resources.yaml:2: "shorts" must NOT have additional properties',
    ],
    [
      "a kind twice",
      () => resources(group.replace(pod, `${pod}, ${pod}`)),
      "resources.yaml:1: Pod stands twice, first in line 1",
    ],
    [
      "a created kind that is not built in",
      () => resources(group, "[]", "[]", "Pods"),
      "resources.yaml:4: no built-in kind is called Pods",
    ],
    [
      "an owned kind without a source",
      () => compileOwned(`[{${step}}]`),
      "owned-kinds.yaml:1: must have required property 'source'",
    ],
    [
      "a step down twice",
      () => compileOwned(`[{${step}, ${source}}, {${step}, ${source}}]`),
      "owned-kinds.yaml:1: A.a.io to Pod stands twice",
    ],
    [
      "a named kind at what is no path",
      () => compileOwned("[]", "[]", `[{${naming}, at: [spec..name], ${source}}]`),
      "owned-kinds.yaml:2: spec..name is not a path",
    ],
    [
      "a named kind at the same place twice",
      () => compileOwned("[]", "[]", `[{${naming}, at: [spec.name, spec.name], ${source}}]`),
      "owned-kinds.yaml:2: A.a.io to Node at spec.name stands twice",
    ],
    [
      "a rule without a source",
      () => rules("gates: [], otherwise: {message: a}"),
      "ready-rules.yaml:2: must have required",
    ],
    [
      "a status that is a truth value",
      () => rules(`gates: [{types: [A], bad: [False], message: ""}], otherwise: {message: a}, ${source}`),
      "ready-rules.yaml:2: must be equal to one of the allowed values: True, False, Unknown",
    ],
  ] as const)("%s", ([, compile, error]) => {
    expect(compile).toThrow(error);
  });
});
