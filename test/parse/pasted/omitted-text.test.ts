import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/read-objects.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";

const head = "apiVersion: ex.org/v1\nkind: Foo\nmetadata: {name: a}\nstatus:\n";
const well = '  conditions:\n  - status: "True"\n    type: Available\n';
const command = "$ kubectl get foo a -o yaml\n";
const json = (members: string): string => `{"apiVersion":"ex.org/v1","kind":"Foo","metadata":{"name":"a"},${members}}`;

function read(text: string) {
  const { objects, faults } = readPasted(text, "x");
  return [objects.map(({ ref }) => ref.name), faults.map(({ where, fault }) => `${where} ${fault.code}`)];
}

describe("an object of which a part is visibly missing is not read, and the place is named", () => {
  test.for([
    ["a number of lines in brackets", `${head}${well}[... 30 lines omitted ...]\n  phase: Ready\n`, "x:8 omitted-text"],
    ["a word in parentheses", `${head}${well}(snip)\n  phase: Ready\n`, "x:8 omitted-text"],
    ["a word that looks like a prompt", `${head}${well}[snip]$\n  phase: Ready\n`, "x:8 omitted-text"],
    ["dots in brackets", `${head}${well}  [...]\n  phase: Ready\n`, "x:8 omitted-text"],
    ["one character for dots", `${head}${well}…\n  phase: Ready\n`, "x:8 omitted-text"],
    ["dots at the margin", `${head}${well}...\n  phase: Ready\n`, "x:8 omitted-text"],
    ["dots in a list", `items:\n- ${head.replace(/\n(?=.)/g, "\n  ")}  [...]\nkind: List\n`, "x:6 omitted-text"],
    ["a pager", `${head}${well}...skipping...\n  phase: Ready\n`, "x:8 omitted-text"],
    ["head", `$ kubectl get foo a -o yaml | head -20\n${head}${well}`, "x:1 cut-output"],
    ["grep", `$ kubectl get foo a -o yaml | grep -A9 status\n${head}${well}`, "x:1 cut-output"],
    ["an error of the connection", `${command}${head}${well}error: unexpected EOF\n`, "x:9 cut-output"],
  ] as const)("%s", ([, text, fault]) => {
    expect(read(text)).toEqual([[], [fault]]);
  });
  test.for([
    ["before the status", head.replace("status:\n", "...\nstatus:\n") + well],
    ["in the metadata", head.replace("{name: a}", "\n  name: a\n  ...") + well],
    ["in the metadata and the spec", head.replace("status:", "...\nspec:\n  a: {}\n  ...\nstatus:") + well],
    ["one dot a line", `$ kubectl get foo -o yaml\n${head.replace("status:\n", ".\n.\n.\nstatus:\n")}${well}`],
  ] as const)("what is missing above its status is not its health: %s", ([, text]) => {
    expect(read(text)).toEqual([["a"], []]);
  });
  test("nor is what is missing above a status alone", () => {
    expect(read(`$ kubectl get foo a -o yaml\n.\n.\n.\n  status:\n${well}`)).toEqual([["unnamed"], []]);
  });
  test("another object beside it is read", () => {
    const other = head.replace("name: a", "name: b") + well;
    expect(read(`${head}${well}[...]\n---\n${other}`)).toEqual([["b"], ["x:8 omitted-text"]]);
  });
  test.for([
    ["dots that end a document", `${command}${head}${well}...\n`],
    ["dots between documents", `${command}${head}${well}...\n---\n# end\n`],
    ["an error before the object", `error: x\n${head}${well}`],
    ["grep -v", `$ kubectl get foo a -o yaml | grep -v uid\n${head}${well}`],
    ["dots in a text of lines", `${command}${head}  message: |\n    a\n    ...\n    (snip)\n`],
  ] as const)("but not for %s", ([, text]) => {
    expect(read(text)).toEqual([["a"], []]);
  });
  test("what is left of it as YAML is not read, either", () => {
    const { objects, damage } = readTextObjects(`${head}${well}...\n  phase: Ready\n`, "x");
    expect([objects, damage.map(({ cause }) => cause.slice(0, 21))]).toEqual([[], ["text was omitted here"]]);
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
  const other = head.replace("name: a", "name: b") + well;
  test.for([
    ["before it", `${head}${well}\`\`\`\n${other}\`\`\`\n`],
    ["after it", `\`\`\`yaml\n${head}${well}\`\`\`\n${other}`],
    ["after one of four characters that holds one of three", `\`\`\`\`\n${head}  message: x\n\`\`\`\`\n${other}`],
  ] as const)("%s", ([, text]) => {
    expect(read(text)).toEqual([["a", "b"], []]);
  });
  test("below a fence that closes one which was not copied", () => {
    expect(read(`$ kubectl get foo a -o yaml\n\`\`\`\n\nIt prints:\n\n\`\`\`yaml\n${head}${well}\`\`\`\n`)).toEqual([
      ["a"],
      [],
    ]);
  });
  test("a shorter fence does not close a longer one", () => {
    expect(read(`\`\`\`\`\n${head}${well}\`\`\`\n  phase: Failed\n\`\`\`\`\n`)[0]).toEqual([]);
  });
});

describe("JSON with one key twice is refused, as YAML is", () => {
  test.for([
    ["fields without brackets", '"phase": "Failed",\n"phase": "Ready",\n'],
    ["fields on one line", '"phase": "Failed", "phase": "Ready"\n'],
    ["an object", json('"status":{"phase":"Failed"},"status":{"phase":"Ready"}')],
    ["a nested object", json('"status":{"phase":"Failed","ph\\u0061se":"Ready"}')],
  ] as const)("%s", ([, text]) => {
    expect(readTextObjects(text, "x").objects).toEqual([]);
  });
  test("but not one key in two objects", () => {
    const text = json('"status":{"conditions":[{"type":"A:{","status":"True"},{"type":"B","status":"True"}]}');
    expect(readTextObjects(text, "x")).toMatchObject({ objects: [{ ref: { name: "a" } }], damage: [] });
  });
});
