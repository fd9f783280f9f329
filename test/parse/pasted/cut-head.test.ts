import { describe, expect, test } from "vitest";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";

const whole = `    name: a
    uid: u
  spec:
    size: 3
    template:
      spec: {}
  status:
    conditions:
    - status: "False"
      type: Ready
    phase: Broken
`;
const end = 'kind: List\nmetadata:\n  resourceVersion: ""\n';

function read(text: string) {
  return readPasted(text, "x").objects.map(({ raw }) => [raw["kind"], raw["spec"], raw["status"]]);
}

const spec = { size: 3, template: { spec: {} } };
const status = { conditions: [{ status: "False", type: "Ready" }], phase: "Broken" };

describe("an object whose head was not copied is read from its status, and its spec above it", () => {
  test.for([
    ["below metadata", whole.replace(/^ {2}/gm, "")],
    ["at the end of a list", whole + end],
    ["below a command", `$ kubectl get topic -o yaml\n${whole}${end}`],
    ["from its spec", whole.replace(/^.*\n.*\n/, "") + end],
  ] as const)("%s", ([, text]) => {
    expect(read(text)).toEqual([["Object", spec, status]]);
  });
  test("from within its spec", () => {
    expect(read(whole.replace(/^(?:.*\n){3}/, "") + end)).toEqual([["Object", undefined, status]]);
  });
  test("from within its status", () => {
    expect(read(whole.replace(/^[\s\S]*status:\n/, "") + end)).toEqual([["Object", undefined, status]]);
  });
});

describe("what has a head, or more than one status, stays as it is", () => {
  const head = "- apiVersion: a.io/v1\n  kind: Topic\n  metadata:\n";
  test("the whole object behind one without a head is read", () => {
    expect(read(`${whole}${head}${whole}${end}`)).toEqual([["Topic", spec, status]]);
  });
  test("a field called status in an object", () => {
    const text =
      "apiVersion: a.io/v1\nkind: Topic\nmetadata: {name: a}\nspec:\n  status:\n    x: 1\nstatus: {phase: Up}\n";
    expect(read(text)).toEqual([["Topic", { status: { x: 1 } }, { phase: "Up" }]]);
  });
});
