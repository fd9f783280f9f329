import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { mayBeCut } from "../../../shared/parse/pasted/complete-object.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";
import { hcoComponents } from "../../../shared/tables/components.ts";

const head = "apiVersion: ex.org/v1\nkind: Foo\nmetadata: {name: a}\nstatus:\n";
const availableCondition = '  conditions:\n  - status: "True"\n    type: Available\n';
const command = "$ kubectl get foo a -o yaml\n";
const jsonWith = (members: string): string =>
  `{"apiVersion":"ex.org/v1","kind":"Foo","metadata":{"name":"a"},${members}}`;

function read(text: string) {
  const { objects, faults } = readPasted(text, "x");
  return [objects.map(({ ref }) => ref.name), faults.map(({ where, fault }) => `${where} ${fault.code}`)];
}

const omissions = [
  [
    "a number of lines in brackets",
    `${head}${availableCondition}[... 30 lines omitted ...]\n  phase: Ready\n`,
    "x:8 omitted-text",
  ],
  [
    "an indented number of lines in brackets",
    `${head}${availableCondition}  [... 30 lines omitted ...]\n  phase: Ready\n`,
    "x:8 omitted-text",
  ],
  ["a word in parentheses", `${head}${availableCondition}(snip)\n  phase: Ready\n`, "x:8 omitted-text"],
  ["a word alone", `${head}${availableCondition}    snipped\n  phase: Ready\n`, "x:8 omitted-text"],
  ["a word between signs", `${head}${availableCondition}<_omitted_>\n  phase: Ready\n`, "x:8 omitted-text"],
  ["a word that looks like a prompt", `${head}${availableCondition}[snip]$\n  phase: Ready\n`, "x:8 omitted-text"],
  ["stars", `${head}${availableCondition}  ***\n  phase: Ready\n`, "x:8 omitted-text"],
  ["dots in brackets", `${head}${availableCondition}  [...]\n  phase: Ready\n`, "x:8 omitted-text"],
  ["one character for dots", `${head}${availableCondition}…\n  phase: Ready\n`, "x:8 omitted-text"],
  ["dots at the margin", `${head}${availableCondition}...\n  phase: Ready\n`, "x:8 omitted-text"],
  ["a pager", `${head}${availableCondition}...skipping...\n  phase: Ready\n`, "x:8 omitted-text"],
  ["the end of a page", `${head}${availableCondition}--More--\n`, "x:8 cut-output"],
  ["a sentence that says so", `${head}${availableCondition}-- output truncated --\n`, "x:8 cut-output"],
  ["head", `$ kubectl get foo a -o yaml | head -20\n${head}${availableCondition}`, "x:1 cut-output"],
  ["grep", `$ kubectl get foo a -o yaml | grep -A9 status\n${head}${availableCondition}`, "x:1 cut-output"],
  ["head of a file", `$ head -20 foo.yaml\n${head}${availableCondition}`, "x:1 cut-output"],
  [
    "grep -v of what counts",
    `$ kubectl get foo a -o yaml | grep -v Degraded\n${head}${availableCondition}`,
    "x:1 cut-output",
  ],
  ["a comment with dots", `${head}${availableCondition}  # ... more conditions\n  phase: Ready\n`, "x:8 omitted-text"],
  ["an item of dots", `${head}${availableCondition}  - ...\n  phase: Ready\n`, "x:8 omitted-text"],
  ["an error of the connection", `${command}${head}${availableCondition}error: unexpected EOF\n`, "x:9 cut-output"],
] as const;

describe("an object of which a part is visibly missing is read, and marked", () => {
  const cutsIn = (text: string): readonly string[] =>
    readPasted(text, "x").objects.map(({ ref, cut }) => `${ref.name} ${cut === true ? "cut" : "whole"}`);
  test.for(omissions)("%s", ([, text]) => {
    expect([cutsIn(text), readPasted(text, "x").faults]).toEqual([["a cut"], []]);
    expect(readPasted(text, "x").steps).toContain("cut-object");
  });
  test("an object with dots below all its conditions is marked as cut", () => {
    expect(cutsIn(`${head}${availableCondition}  observedGeneration: 1\n  ...\n`)).toEqual(["a cut"]);
  });
  test("an object with dots above the items of a list is marked as cut", () => {
    expect(cutsIn("conditions:\n...\n- status: 'True'\n  type: Ready\n")).toEqual(["unnamed cut"]);
  });
  test("the objects of a list below dots are not marked", () => {
    const item = `- ${head}${availableCondition}`.replace(/\n(?=.)/g, "\n  ");
    const { objects } = readTextObjects(`apiVersion: v1\nitems:\n...\n${item}`, "x");
    expect(objects.map(({ ref }) => ref.name)).toEqual(["a"]);
  });
  test.for([
    ["the spec", head.replace("status:\n", "spec:\n  x: y\n  ...\nstatus:\n")],
    ["the metadata", head.replace("{name: a}", "\n  name: a\n  [snip]")],
  ] as const)("an object with omitted lines only in %s is not marked", ([, text]) => {
    expect(cutsIn(text + availableCondition)).toEqual(["a whole"]);
  });
  test("another object beside a cut one is not marked", () => {
    const other = head.replace("name: a", "name: b") + availableCondition;
    expect(cutsIn(`${head}${availableCondition}[...]\n---\n${other}`)).toEqual(["a cut", "b whole"]);
  });
  test.for([
    ["dots that end a document", `${command}${head}${availableCondition}...\n`],
    ["dots between documents", `${command}${head}${availableCondition}...\n---\n# end\n`],
    ["an error before the object", `error: x\n${head}${availableCondition}`],
    ["a comment", `${command}${head}${availableCondition}  # as expected\n`],
    ["grep -v", `$ kubectl get foo a -o yaml | grep -v uid\n${head}${availableCondition}`],
    ["dots in a text of lines", `${command}${head}  message: |\n    a\n    ...\n    (snip)\n`],
  ] as const)("an object with %s is not marked", ([, text]) => {
    expect([read(text), cutsIn(text)]).toEqual([[["a"], []], ["a whole"]]);
  });
});

describe("what needs all of its fields is not read, and the place is named", () => {
  test.for(omissions)("an object of Kubernetes, for %s", ([, text, fault]) => {
    expect(read(text.replace("ex.org/v1\nkind: Foo", "apps/v1\nkind: Deployment"))).toEqual([[], [fault]]);
  });
  test.for([
    ["a component of HyperConverged", "kubevirt.io/v1", "KubeVirt"],
    ["a HyperConverged", "hco.kubevirt.io/v1beta1", "HyperConverged"],
    ["an Application", "app.k8s.io/v1beta1", "Application"],
  ] as const)("%s", ([, api, kind]) => {
    const text = `${head}${availableCondition}...\n  phase: Ready\n`.replace(
      "ex.org/v1\nkind: Foo",
      `${api}\nkind: ${kind}`,
    );
    expect(read(text)).toEqual([[], ["x:8 omitted-text"]]);
  });
  test("a list", () => {
    const list = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: ex.org/v1\n  kind: Foo\n";
    expect(read(`${list}  metadata: {name: a}\n  ...\n`)).toEqual([[], ["x:7 omitted-text"]]);
  });
  test("the rest of a cut object is not read as YAML", () => {
    const pod = `${head}${availableCondition}...\n  phase: Ready\n`.replace("ex.org/v1\nkind: Foo", "v1\nkind: Pod");
    const { objects, damage } = readTextObjects(pod, "x");
    expect([objects, damage.map(({ cause }) => cause.slice(0, 21))]).toEqual([[], ["text was omitted here"]]);
  });
  test("each kind of a component of HyperConverged", () => {
    const kinds = hcoComponents.map(({ group, kind }) => [kind, mayBeCut({ apiVersion: `${group}/v1`, kind })]);
    expect(kinds).toEqual(hcoComponents.map(({ kind }) => [kind, false]));
  });
});

describe("what ends in the middle of a text is read up to there", () => {
  const quoted = `${head}  phase: Bad\n  message: "it is`;
  test.for([
    [
      "a text in quotes that never ends",
      `${quoted} not\n    well\n`,
      { phase: "Bad", message: "it is not well" },
      true,
    ],
    ["one with fields after it", `${quoted}\n  reason: x\n`, { phase: "Bad", message: "it is", reason: "x" }, false],
    ["the beginning of a field", `${head}  phase: Bad\n  mess\n`, { phase: "Bad" }, true],
  ] as const)("%s", ([, text, status, cut]) => {
    const { objects } = readPasted(command + text, "x");
    expect(objects.map((object) => [object.status, object.cut === true])).toEqual([[status, cut]]);
  });
  test("a text that ends in quotes between lines of AsciiDoc is read up to its end", () => {
    const { objects } = readPasted(`----\n${quoted}\n  reason: x\n----\n`, "x");
    expect(objects.map(({ status }) => status)).toEqual([{ phase: "Bad", message: "it is", reason: "x" }]);
  });
  test("lines of AsciiDoc around an object are no value of it", () => {
    expect(read(`----\n${head}${availableCondition}----\n`)).toEqual([["a"], []]);
  });
});

describe("a value that looks like a command or a prompt belongs to its object", () => {
  const status = (text: string): unknown =>
    readPasted(`${command}${head}${text}`, "x").objects.map((each) => each.status);
  test.for([
    [
      "the second line of a message",
      "  message: the cluster has\n    less than 3 replicas\n",
      "message",
      "the cluster has less than 3 replicas",
    ],
    ["a command in a message", "  message: run this\n    kubectl get pods\n", "message", "run this kubectl get pods"],
    ["a command with a prompt", "  message: run\n    $ kubectl get pods\n", "message", "run $ kubectl get pods"],
    ["a command below an empty line", "  message: run\n\n    kubectl get pods\n", "message", "run\nkubectl get pods"],
    ["a value in parentheses", "  phase:\n    (Failed)\n", "phase", "(Failed)"],
    ["a list in brackets", "  nodes:\n    [node-a, node-b]\n", "nodes", ["node-a", "node-b"]],
  ] as const)("%s", ([, text, name, value]) => {
    expect(status(text)).toEqual([{ [name]: value }]);
  });
  test("the fields after a message of many lines in an item of a list", () => {
    const text =
      '  conditions:\n  - message: |\n      kubectl get\n    reason: Crash\n    status: "False"\n    type: Ready\n';
    expect(status(text)).toEqual([
      { conditions: [{ message: "kubectl get\n", reason: "Crash", status: "False", type: "Ready" }] },
    ]);
  });
});

describe("an object outside a fence is read, too", () => {
  const other = head.replace("name: a", "name: b") + availableCondition;
  test.for([
    ["before it", `${head}${availableCondition}\`\`\`\n${other}\`\`\`\n`],
    ["after it", `\`\`\`yaml\n${head}${availableCondition}\`\`\`\n${other}`],
    ["after one of four characters that holds one of three", `\`\`\`\`\n${head}  message: x\n\`\`\`\`\n${other}`],
  ] as const)("%s", ([, text]) => {
    expect(read(text)).toEqual([["a", "b"], []]);
  });
  test("a shorter fence does not close a longer one", () => {
    expect(read(`\`\`\`\`\n${head}${availableCondition}\`\`\`\n  phase: Failed\n\`\`\`\`\n`)[0]).toEqual([]);
  });
});

describe("JSON with one key twice is refused, as YAML is", () => {
  test.for([
    ["fields without brackets", '"phase": "Failed",\n"phase": "Ready",\n'],
    ["fields on one line", '"phase": "Failed", "phase": "Ready"\n'],
    ["an object", jsonWith('"status":{"phase":"Failed"},"status":{"phase":"Ready"}')],
    ["a nested object", jsonWith('"status":{"phase":"Failed","ph\\u0061se":"Ready"}')],
  ] as const)("%s", ([, text]) => {
    expect(readTextObjects(text, "x").objects).toEqual([]);
  });
  test("one key in two objects of JSON is accepted", () => {
    const text = jsonWith('"status":{"conditions":[{"type":"A:{","status":"True"},{"type":"B","status":"True"}]}');
    expect(readTextObjects(text, "x")).toMatchObject({ objects: [{ ref: { name: "a" } }], damage: [] });
  });
});
