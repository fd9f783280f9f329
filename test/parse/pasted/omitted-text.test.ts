import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { isReadableInPart } from "../../../shared/parse/pasted/complete-object.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";
import { hcoComponents } from "../../../shared/tables/components.ts";

const head = "apiVersion: ex.org/v1\nkind: Foo\nmetadata: {name: a}\nstatus:\n";
const availableCondition = '  conditions:\n  - status: "True"\n    type: Available\n';
const command = "$ kubectl get foo a -o yaml\n";
const jsonWith = (members: string): string =>
  `{"apiVersion":"ex.org/v1","kind":"Foo","metadata":{"name":"a"},${members}}`;

/** The names of the objects, and `FILE:LINE CODE` of the faults. */
function readNamesAndFaults(text: string): readonly (readonly string[])[] {
  const { objects, faults } = readPasted(text, "x");
  return [objects.map(({ ref }) => ref.name), faults.map(({ where, fault }) => `${where} ${fault.code}`)];
}

const omissions = [
  {
    rule: "a number of lines in brackets",
    text: `${head}${availableCondition}[... 30 lines omitted ...]\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "an indented number of lines in brackets",
    text: `${head}${availableCondition}  [... 30 lines omitted ...]\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "a word in parentheses",
    text: `${head}${availableCondition}(snip)\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "a word alone",
    text: `${head}${availableCondition}    snipped\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "a word between signs",
    text: `${head}${availableCondition}<_omitted_>\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "a word that looks like a prompt",
    text: `${head}${availableCondition}[snip]$\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  { rule: "stars", text: `${head}${availableCondition}  ***\n  phase: Ready\n`, fault: "x:8 omitted-text" },
  {
    rule: "dots in brackets",
    text: `${head}${availableCondition}  [...]\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "one character for dots",
    text: `${head}${availableCondition}…\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "dots at the margin",
    text: `${head}${availableCondition}...\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "a pager",
    text: `${head}${availableCondition}...skipping...\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  { rule: "the end of a page", text: `${head}${availableCondition}--More--\n`, fault: "x:8 cut-output" },
  {
    rule: "a sentence that says so",
    text: `${head}${availableCondition}-- output truncated --\n`,
    fault: "x:8 cut-output",
  },
  {
    rule: "head",
    text: `$ kubectl get foo a -o yaml | head -20\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep",
    text: `$ kubectl get foo a -o yaml | grep -A9 status\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "head of a file",
    text: `$ head -20 foo.yaml\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep -v of what counts",
    text: `$ kubectl get foo a -o yaml | grep -v Degraded\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep -v of what counts beside a field that no rule reads",
    text: `$ kubectl get foo a -o yaml | grep -v '^ *uid\\|Degraded'\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep -v of a word that a condition may contain, such as LiquidityReady",
    text: `$ kubectl get foo a -o yaml | grep -v uid\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep -v of a second pattern",
    text: `$ kubectl get foo a -o yaml | grep -v '^ *uid:' -e Degraded\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep at the end of a path",
    text: `$ kubectl get foo a -o yaml | /opt/more-tools/bin/grep -v '^ *managedFields'\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep -v of a pattern whose anchor is repeated, which grep then finds at any place",
    text: `$ kubectl get foo a -o yaml | egrep -v '^*uid'\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep after the prompt of root",
    text: `# oc get foo a -o yaml | grep -v Degraded\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep after a prompt of no known shell",
    text: `sh-4.4# oc get foo a -o yaml | grep -v Degraded\n${head}${availableCondition}`,
    fault: "x:1 cut-output",
  },
  {
    rule: "grep in a sentence above a fence",
    text: `I ran kubectl get foo a -o yaml | grep -v Degraded\n\`\`\`yaml\n${head}${availableCondition}\`\`\`\n`,
    fault: "x:2 cut-output",
  },
  {
    rule: "grep above a document mark",
    text: `$ kubectl get foo a -o yaml | grep -v Degraded\n---\n${head}${availableCondition}`,
    fault: "x:2 cut-output",
  },
  {
    rule: "a comment with dots",
    text: `${head}${availableCondition}  # ... more conditions\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "an item of dots",
    text: `${head}${availableCondition}  - ...\n  phase: Ready\n`,
    fault: "x:8 omitted-text",
  },
  {
    rule: "an error of the connection",
    text: `${command}${head}${availableCondition}error: unexpected EOF\n`,
    fault: "x:9 cut-output",
  },
] as const;

describe("a pasted object with omitted lines is read and marked as cut", () => {
  /** `a cut` or `a whole` for each object. */
  const listCuts = (text: string): readonly string[] =>
    readPasted(text, "x").objects.map(({ ref, cut }) => `${ref.name} ${cut === true ? "cut" : "whole"}`);
  test.for(omissions)("an object with $rule is marked as cut", ({ text }) => {
    expect([listCuts(text), readPasted(text, "x").faults]).toEqual([["a cut"], []]);
    expect(readPasted(text, "x").steps).toContain("cut-object");
  });
  test("an object with dots below all its conditions is marked as cut", () => {
    expect(listCuts(`${head}${availableCondition}  observedGeneration: 1\n  ...\n`)).toEqual(["a cut"]);
  });
  test("an object with dots above the items of a list is marked as cut", () => {
    expect(listCuts("conditions:\n...\n- status: 'True'\n  type: Ready\n")).toEqual(["unnamed cut"]);
  });
  test("an object in a list below dots is read", () => {
    const item = `- ${head}${availableCondition}`.replace(/\n(?=.)/g, "\n  ");
    const { objects } = readTextObjects(`apiVersion: v1\nitems:\n...\n${item}`, "x");
    expect(objects.map(({ ref }) => ref.name)).toEqual(["a"]);
  });
  test.for([
    { rule: "the spec", text: head.replace("status:\n", "spec:\n  x: y\n  ...\nstatus:\n") },
    { rule: "the metadata", text: head.replace("{name: a}", "\n  name: a\n  [snip]") },
  ] as const)("an object with omitted lines only in $rule is not marked as cut", ({ text }) => {
    expect(listCuts(text + availableCondition)).toEqual(["a whole"]);
  });
  test("an object beside a cut one is not marked as cut", () => {
    const other = head.replace("name: a", "name: b") + availableCondition;
    expect(listCuts(`${head}${availableCondition}[...]\n---\n${other}`)).toEqual(["a cut", "b whole"]);
  });
  test("an object below one whose command printed a part is not marked as cut", () => {
    const other = head.replace("name: a", "name: b") + availableCondition;
    const text = `$ oc get foo b -o yaml | head -9\n${other}---\n${head}${availableCondition}`;
    expect(listCuts(text)).toEqual(["b cut", "a whole"]);
  });
  test.for([
    { rule: "dots that end a document", text: `${command}${head}${availableCondition}...\n` },
    { rule: "dots between documents", text: `${command}${head}${availableCondition}...\n---\n# end\n` },
    { rule: "an error before the object", text: `error: x\n${head}${availableCondition}` },
    { rule: "a comment", text: `${command}${head}${availableCondition}  # as expected\n` },
    { rule: "grep -v", text: `$ kubectl get foo a -o yaml | grep -v '^ *uid:'\n${head}${availableCondition}` },
    {
      rule: "grep -v of fields that no rule reads",
      text: `$ kubectl get foo a -o yaml | grep -v '^\\s*uid\\|^\\s*selfLink' | grep -v '^  *f:' > a.yaml\n${head}${availableCondition}`,
    },
    {
      rule: "grep -v of such a field after repeated blanks",
      text: `$ kubectl get foo a -o yaml | grep -v '^[[:space:]]*uid' | grep -v '^\\s+f:'\n${head}${availableCondition}`,
    },
    {
      rule: "a filter of a table above its command",
      text: `$ kubectl get pods | grep foo\nfoo-1   1/1   Running   0   5m\n${command}${head}${availableCondition}`,
    },
    { rule: "dots in a text of lines", text: `${command}${head}  message: |\n    a\n    ...\n    (snip)\n` },
  ] as const)("an object with $rule is not marked as cut", ({ text }) => {
    expect([readNamesAndFaults(text), listCuts(text)]).toEqual([[["a"], []], ["a whole"]]);
  });
});

describe("a kind that is evaluated by all of its fields is not read where lines are omitted", () => {
  test.for(omissions)("a Deployment with $rule is a fault at the omitted line", ({ text, fault }) => {
    expect(readNamesAndFaults(text.replace("ex.org/v1\nkind: Foo", "apps/v1\nkind: Deployment"))).toEqual([
      [],
      [fault],
    ]);
  });
  test.for([
    {
      rule: "a KubeVirt with omitted lines is a fault at the line of the dots",
      api: "kubevirt.io/v1",
      kind: "KubeVirt",
    },
    {
      rule: "a HyperConverged with omitted lines is a fault at the line of the dots",
      api: "hco.kubevirt.io/v1beta1",
      kind: "HyperConverged",
    },
    {
      rule: "an Application with omitted lines is a fault at the line of the dots",
      api: "app.k8s.io/v1beta1",
      kind: "Application",
    },
  ] as const)("$rule", ({ api, kind }) => {
    const text = `${head}${availableCondition}...\n  phase: Ready\n`.replace(
      "ex.org/v1\nkind: Foo",
      `${api}\nkind: ${kind}`,
    );
    expect(readNamesAndFaults(text)).toEqual([[], ["x:8 omitted-text"]]);
  });
  test("a List with omitted lines is a fault at the line of the dots", () => {
    const list = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: ex.org/v1\n  kind: Foo\n";
    expect(readNamesAndFaults(`${list}  metadata: {name: a}\n  ...\n`)).toEqual([[], ["x:7 omitted-text"]]);
  });
  test("the fields behind the omitted lines of a Pod are no damage of their own", () => {
    const pod = `${head}${availableCondition}...\n  phase: Ready\n`.replace("ex.org/v1\nkind: Foo", "v1\nkind: Pod");
    const { objects, damage } = readTextObjects(pod, "x");
    expect([objects, damage.map(({ cause }) => cause.slice(0, 21))]).toEqual([[], ["text was omitted here"]]);
  });
  test("no component of HyperConverged may be cut", () => {
    const kinds = hcoComponents.map(({ group, kind }) => [kind, isReadableInPart({ apiVersion: `${group}/v1`, kind })]);
    expect(kinds).toEqual(hcoComponents.map(({ kind }) => [kind, false]));
  });
});

describe("an object that ends in the middle of a text is read up to there", () => {
  const quoted = `${head}  phase: Bad\n  message: "it is`;
  test.for([
    {
      rule: "a message in quotes that never ends is read, and the object is marked as cut",
      text: `${quoted} not\n    well\n`,
      status: { phase: "Bad", message: "it is not well" },
      cut: true,
    },
    {
      rule: "a message in quotes that ends with its line is read with the field below it",
      text: `${quoted}\n  reason: x\n`,
      status: { phase: "Bad", message: "it is", reason: "x" },
      cut: false,
    },
    {
      rule: "a field that ends in its name is omitted, and the object is marked as cut",
      text: `${head}  phase: Bad\n  mess\n`,
      status: { phase: "Bad" },
      cut: true,
    },
  ] as const)("$rule", ({ text, status, cut }) => {
    const { objects } = readPasted(command + text, "x");
    expect(objects.map((object) => [object.status, object.cut === true])).toEqual([[status, cut]]);
  });
  test("a message in quotes that ends with its line is read between the lines of AsciiDoc", () => {
    const { objects } = readPasted(`----\n${quoted}\n  reason: x\n----\n`, "x");
    expect(objects.map(({ status }) => status)).toEqual([{ phase: "Bad", message: "it is", reason: "x" }]);
  });
  test("the lines of AsciiDoc around an object are no value of its last field", () => {
    expect(readNamesAndFaults(`----\n${head}${availableCondition}----\n`)).toEqual([["a"], []]);
  });
});

describe("a value that looks like a command or a prompt belongs to its object", () => {
  const readStatuses = (text: string): unknown =>
    readPasted(`${command}${head}${text}`, "x").objects.map(({ status }) => status);
  test.for([
    {
      rule: "the second line of a message belongs to it although it has the words of a sentence",
      text: "  message: the cluster has\n    less than 3 replicas\n",
      name: "message",
      value: "the cluster has less than 3 replicas",
    },
    {
      rule: "the second line of a message belongs to it although it is a command",
      text: "  message: run this\n    kubectl get pods\n",
      name: "message",
      value: "run this kubectl get pods",
    },
    {
      rule: "the second line of a message belongs to it although it has a prompt",
      text: "  message: run\n    $ kubectl get pods\n",
      name: "message",
      value: "run $ kubectl get pods",
    },
    {
      rule: "a line of a message below an empty line belongs to it although it is a command",
      text: "  message: run\n\n    kubectl get pods\n",
      name: "message",
      value: "run\nkubectl get pods",
    },
    {
      rule: "a phase in parentheses on a line of its own is read",
      text: "  phase:\n    (Failed)\n",
      name: "phase",
      value: "(Failed)",
    },
    {
      rule: "a list in brackets on a line of its own is read",
      text: "  nodes:\n    [node-a, node-b]\n",
      name: "nodes",
      value: ["node-a", "node-b"],
    },
  ] as const)("$rule", ({ text, name, value }) => {
    expect(readStatuses(text)).toEqual([{ [name]: value }]);
  });
  test("the fields below a message of many lines belong to the same condition", () => {
    const text =
      '  conditions:\n  - message: |\n      kubectl get\n    reason: Crash\n    status: "False"\n    type: Ready\n';
    expect(readStatuses(text)).toEqual([
      { conditions: [{ message: "kubectl get\n", reason: "Crash", status: "False", type: "Ready" }] },
    ]);
  });
});

describe("an object outside of a Markdown fence is read beside one inside", () => {
  const other = head.replace("name: a", "name: b") + availableCondition;
  test.for([
    {
      rule: "an object above a fence and one inside are read",
      text: `${head}${availableCondition}\`\`\`\n${other}\`\`\`\n`,
    },
    {
      rule: "an object below a fence and one inside are read",
      text: `\`\`\`yaml\n${head}${availableCondition}\`\`\`\n${other}`,
    },
    {
      rule: "an object below a fence of four backticks with three in a message is read",
      text: `\`\`\`\`\n${head}  message: x\n\`\`\`\`\n${other}`,
    },
  ] as const)("$rule", ({ text }) => {
    expect(readNamesAndFaults(text)).toEqual([["a", "b"], []]);
  });
  test("a fence of three backticks does not close a fence of four", () => {
    expect(readNamesAndFaults(`\`\`\`\`\n${head}${availableCondition}\`\`\`\n  phase: Failed\n\`\`\`\`\n`)[0]).toEqual(
      [],
    );
  });
});

describe("JSON with a key twice in one object is refused", () => {
  test.for([
    {
      rule: "JSON fields without brackets are refused where a key is there twice",
      text: '"phase": "Failed",\n"phase": "Ready",\n',
    },
    {
      rule: "JSON fields on one line are refused where a key is there twice",
      text: '"phase": "Failed", "phase": "Ready"\n',
    },
    {
      rule: "a JSON object is refused where a key is there twice",
      text: jsonWith('"status":{"phase":"Failed"},"status":{"phase":"Ready"}'),
    },
    {
      rule: "a JSON object is refused where a nested key is there twice, once escaped",
      text: jsonWith('"status":{"phase":"Failed","ph\\u0061se":"Ready"}'),
    },
  ] as const)("$rule", ({ text }) => {
    expect(readTextObjects(text, "x").objects).toEqual([]);
  });
  test("a key that two JSON objects have is accepted", () => {
    const text = jsonWith('"status":{"conditions":[{"type":"A:{","status":"True"},{"type":"B","status":"True"}]}');
    expect(readTextObjects(text, "x")).toMatchObject({ objects: [{ ref: { name: "a" } }], damage: [] });
  });
});
