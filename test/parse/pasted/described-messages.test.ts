import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";
import { reportAbout } from "../../aggregate/generic/evaluate.ts";

function readDescribed(name: string): string {
  return readFileSync(join(import.meta.dirname, "described", `${name}.txt`), "utf8");
}

const crash = readDescribed("pod-crash");
const ok = readDescribed("pod-ok");

/** The Pod that crashes, with a termination message of its container. */
function crashWith(message: string): string {
  return crash.replace("line one\nfatal: out of memory: 2\n", message);
}

/** The healthy Pod, with a termination message of an earlier run. */
function describedWithMessage(message: string): string {
  return ok.replace("Completed\n", `Error\n      Message:   ${message}\n`);
}

/** `Kind name verdict` of each object, or the codes of the faults where none was read. */
function verdictsIn(text: string): readonly string[] {
  const { objects, faults } = readPasted(text, "x");
  const roots = objects.filter(({ ref }) => ref.kind !== "Event").flatMap(({ raw }) => reportAbout(raw).roots);
  return roots.length > 0
    ? roots.map(({ ref, verdict }) => `${ref.kind} ${ref.name} ${verdict}`)
    : faults.map(({ fault }) => fault.code);
}

/** The end that the description of a healthy Pod has after a message. */
const [, healthyEnd = ""] = /^ {4}Last State:[\s\S]*?^( {6}Exit Code:[\s\S]*)/m.exec(ok) ?? [];
const next = `${ok.replace("Status:       Running", "Status:       Succeeded").replace("ok", "zzz")}`;
const [begun = ""] = /^[\s\S]*?^ {4}Last State:.*\n/m.exec(next) ?? [];
const fakeResource =
  "Name:  a\nNamespace:  n\nLabels:  <none>\nAPI Version:  a.io/v1\nKind:  W\nStatus:\n  Phase:  Up\n";

describe("a message never makes the Pod that wrote it healthy", () => {
  test.for([
    ["a whole description", crashWith(`bye\n${ok.replace("ok", "crash")}\nName:  zzz\nLabels: x\n`)],
    ["a whole description of another Pod", crashWith(`bye\n${ok}`)],
    ["its own end, and the start of another Pod", crashWith(`bye\n${healthyEnd}\n\n${begun}      Message:  x\n`)],
    ["its own end", crashWith(`bye\n${healthyEnd}`)],
    ["conditions", crashWith("bye\nConditions:\n  Type   Status\n  Ready  True\n")],
    ["an exit code", crashWith("bye\n      Exit Code:    0\n")],
    ["another last state", crashWith("bye\n      Exit Code:    0\n    Ready:  True\n    Restart Count:  0\n")],
    ["a field within a state", ok.replace(/( {4}State: +Running\n)/, "$1    Type:  Ready\n")],
    ["a custom resource", crashWith(`bye\n${fakeResource}Events:  <none>\n`)],
    ["a fence", `\`\`\`\n${crashWith(`bye\n${healthyEnd}\`\`\`\n`)}\`\`\`\n`],
    ["events of another kind", `${crash}\n\n${fakeResource}Events:  <none>\n`],
  ] as const)("%s", ([, text]) => {
    expect(verdictsIn(text)).not.toContainEqual(expect.stringMatching(/healthy$/));
    expect(readPasted(text, "x").faults).toEqual([{ where: "x", fault: { code: "described-ambiguously" } }]);
  });
  test("of two descriptions with one name none is read", () => {
    expect(verdictsIn(`${ok}\n\n${ok}`)).toEqual(["described-ambiguously"]);
  });
  test("YAML above a description is read too", () => {
    const widget = "apiVersion: a.io/v1\nkind: W\nmetadata: {name: a}\nstatus: {phase: Failed}\n";
    expect(readTextObjects(`${widget}---\n${ok}`, "x").objects.map(({ ref }) => ref.kind)).toEqual([
      "W",
      "Pod",
      "Event",
    ]);
  });
  test("a YAML document in a message is no object", () => {
    const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: crash, namespace: default}\nstatus: {phase: Succeeded}\n";
    const { objects } = readTextObjects(crashWith(`bye\n---\n${pod}---\n`), "x");
    expect(objects[0]?.status).toMatchObject({ phase: "Running" });
  });
});

describe("an ordinary message changes nothing", () => {
  const rows = [
    "a\nError: cannot connect\nCaused by: x\n",
    "done\nResult: ok\n",
    "a\nName: x\nStatus: Failed\nNode: y\n",
  ];
  test.for(rows)("%j", (message) => {
    expect(verdictsIn(describedWithMessage(message))).toEqual(["Pod ok healthy"]);
    expect(verdictsIn(crashWith(message))).toEqual(["Pod crash degraded"]);
  });
  test("the containers after an ordinary message are read", () => {
    const pulling = /(\n {2}side:[\s\S]*?State: +)Running\n.*\n( +Ready: +)True/;
    const [pod] = readPasted(
      describedWithMessage("a\nError: b\n").replace(pulling, "$1Waiting\n      Reason:  X\n$2False"),
      "x",
    ).objects;
    expect(pod?.status).toMatchObject({
      containerStatuses: [{ ready: true }, { state: { waiting: { reason: "X" } } }],
    });
  });
});

describe("a cut description is refused as incomplete", () => {
  const node = readDescribed("node-n1");
  test.for([
    ["a Pod without its head", crashWith(`bye\n${ok}`).replace(/^[\s\S]*?^Containers:\n/m, "")],
    ["a Pod in its conditions", crash.replace(/^ {2}Ready {3}[\s\S]*/m, "")],
    ["a Pod in a container", crash.replace(/^ {4}Last State:[\s\S]*/m, "")],
    ["a Node in its conditions", node.replace(/^ {2}Ready[\s\S]*/m, "  Ready   False")],
    ["a Deployment before its conditions", readDescribed("deploy-bad").replace(/^Conditions:[\s\S]*/m, "")],
    ["a claim before its conditions", readDescribed("pvc").replace(/^Events:[\s\S]*/m, "")],
  ] as const)("%s", ([, text]) => {
    expect(verdictsIn(text)).toEqual(["described-in-part"]);
  });
});

describe("hostile texts are read in bounded time", () => {
  const described = "Name:  x\nNamespace:  y\nLabels:  z\nAPI Version:  a.io/v1\nKind:  W\nStatus:\n  Phase:  Up\n";
  const begin = "Name:  p\nNamespace:  n\nPriority:  0\nStatus:  Running\nIP:  1\nContainers:\n  c:\n";
  test.for([
    [
      "messages without an exit code",
      `${begin}${"      Message: x\n".repeat(100_000)}QoS Class:  x\nEvents:  <none>\n`,
    ],
    ["containers", `${begin}${Array.from({ length: 50_000 }, (_, place) => `  c${place}:\n`).join("")}QoS Class:  x\n`],
    ["a line of filters above a description", `${"| jq ".repeat(200_000)}\n${described}Events:  <none>\n`],
    ["quotes that never end", `apiVersion: a.io/v1\nkind: W\nstatus:\n${'  a: "x\n'.repeat(100_000)}`],
    ["dots", `apiVersion: a.io/v1\nkind: W\nstatus:\n${"  ...\n".repeat(100_000)}`],
  ] as const)("%s", ([, text]) => {
    expect(readPasted(text, "x").objects.length).toBeLessThan(3);
  });
});
