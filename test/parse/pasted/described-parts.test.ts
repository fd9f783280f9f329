import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";

const takenAt = "2026-11-21T12:00:00Z";

/** `Kind name verdict` of each object, or the codes of the faults where none was read. */
function verdictsIn(text: string): readonly string[] {
  const { objects } = readTextObjects(text, "x");
  const given = objects.filter(({ ref }) => ref.kind !== "Event");
  const source = { kind: "files", name: "x" } as const;
  const roots = given.length === 0 ? [] : aggregate(snapshotOf(given, { takenAt, source })).roots;
  return roots.length > 0
    ? roots.map(({ ref, verdict }) => `${ref.kind} ${ref.name} ${verdict}`)
    : readPasted(text, "x").faults.map(({ fault }) => fault.code);
}

function condition(status: string, type: string): string {
  return `    Last Transition Time:  2026-11-20T00:00:00Z
    Message:               the bucket: it is there
    Reason:                Checked
    Status:                ${status}
    Type:                  ${type}
`;
}

const bad = `Status:\n  Conditions:\n${condition("False", "Ready")}${condition("True", "Synced")}`;
const good = bad.replace("False", "True");
const head = "API Version:  acme.io/v1\nKind:         Widget\n";
const spec = "Metadata:\n  Generation:  1\nSpec:\n  Bucket Ref:\n    Name:       b\n    Namespace:  n\n";
const events = "Events:\n  Type     Reason  Age  From  Message\n  ----     ------  ---  ----  -------\n";

describe("a part of kubectl describe with a whole status is read", () => {
  test.for([
    ["a status alone", bad, "Object unnamed unavailable"],
    ["one that is well, above another field", `${good}  Phase:  Ready\n`, "Object unnamed unknown"],
    ["with its events", `${good}Events:  <none>\n`, "Object unnamed healthy"],
    ["below a command", `$ kubectl describe widget w\n...\n${bad}...\n`, "Object unnamed unavailable"],
    ["above another command", `${bad}\n$ kubectl get pods\nNAME  READY\n`, "Object unnamed unavailable"],
    ["indented", bad.replace(/^/gm, "    "), "Object unnamed unavailable"],
    ["in a fence", `see\n\`\`\`\n${bad}\`\`\`\nand help\n`, "Object unnamed unavailable"],
    ["conditions alone", bad.replace("Status:\n", ""), "Object unnamed unavailable"],
    ["without the start of its spec", `    Size:  3\n  Mode:  x\n${bad}`, "Object unnamed unavailable"],
    ["with its kind, without its name", `${head}${spec}${bad}Events:  <none>\n`, "Widget unnamed unavailable"],
    ["a reference in its spec is not its name", `${spec}${good}Events:  <none>\n`, "Object unnamed healthy"],
    ["with its name, without its kind", `Name:  w\nLabels:  <none>\n${bad}${events}`, "Object w unavailable"],
    ["with dots in place of its spec", `Name:  w\n${head}...\n${bad}Events:  <none>\n`, "Widget w unavailable"],
    [
      "the last lines of a command",
      `$ kubectl describe x | tail -9\n${bad}Events:  <none>\n`,
      "Object unnamed unavailable",
    ],
    ["a phase", "Status:\n  Phase:  Failed\nEvents:  <none>\n", "Object unnamed degraded"],
  ] as const)("%s", ([, text, expected]) => {
    expect(verdictsIn(text)).toEqual([expected]);
  });
  test("a suspended object keeps its spec", () => {
    const [object] = readPasted(`${head}Spec:\n  Suspend:  true\n${good}Events:  <none>\n`, "x").objects;
    expect(object?.spec).toEqual({ suspend: true });
  });
});

test("a status of very many lines is read", () => {
  const lines = Array.from({ length: 140_000 }, (_, place) => `    Field ${place}:  1\n`).join("");
  expect(readPasted(`${good}  Rest:\n${lines}`, "x").objects).toHaveLength(1);
});

describe("a part of which a condition may be missing is refused, or not called healthy", () => {
  test.for([
    ["cut in a condition", bad.replace(/ {4}Type: +Synced\n/, ""), "Object unnamed unavailable"],
    ["cut in the first condition", good.replace(/ {4}Reason[\s\S]*/, ""), "Object unnamed unknown"],
    ["with omitted lines", good.replace("    Message", "    ...\n    Message"), "omitted-text"],
    ["the first lines of a command", `$ kubectl describe x | grep -A 9 Status\n${good}`, "cut-output"],
  ] as const)("%s", ([, text, code]) => {
    expect(verdictsIn(text)).toEqual([code]);
  });
});

describe("what stands beside a healthy status does not vanish behind it", () => {
  const healthyStatus = "Status:\n  Conditions:\n    Status:  True\n    Type:    Ready\n";
  const unhealthyStatus = healthyStatus.replace("True", "False");
  const whole = `Name:  w\nNamespace:  n\n${head}${healthyStatus}Events:  <none>\n`;
  test.for([
    ["another status below its events", `${healthyStatus}Events:  <none>\n${unhealthyStatus}Events:  <none>\n`],
    [
      "one in its spec",
      `Spec:\n  Template:\n${healthyStatus.replace(/^/gm, "    ")}${unhealthyStatus}Events:  <none>\n`,
    ],
    ["one in a message", `    Message:  boom\n${healthyStatus}Events:  <none>\n    Status:  False\n    Type:  Ready\n`],
    ["the status of a container", `      Exit Code:    1\n      Message:      boom\n${healthyStatus}Events:  <none>\n`],
    ["dots in its conditions", whole.replace("    Type", "    ...\n    Type")],
    ["dots after its conditions", whole.replace("Events", "  ...\nEvents")],
    [
      "a type first and a cut condition",
      `Name:  w\n${head}Status:\n  Conditions:\n    Type: Ready\n    Status: True\n    Ty`,
    ],
    ["YAML below its events", `${whole}---\nstatus:\n  conditions:\n  - {type: Ready, status: "False"}\n`],
  ] as const)("%s", ([, text]) => {
    expect(verdictsIn(text)).not.toContainEqual(expect.stringMatching(/healthy$/));
  });
  const codes = (text: string): readonly string[] => readPasted(text, "x").faults.map(({ fault }) => fault.code);
  test.for([
    ["a status", `${unhealthyStatus}Events:  <none>\n`],
    ["conditions", "    Status:  False\n    Type:    Ready\n"],
    ["a heading with a note", "Conditions: # the other\n  - Ready\n"],
    ["a field of a status", "  Phase:  Failed\n"],
    ["events", "Events:  <none>\n"],
  ] as const)("a part above a whole description is named as not read: %s", ([, part]) => {
    expect(codes(part + whole)).toEqual(["described-in-part"]);
  });
  test.for(["Status: it does not work\n", "The Conditions: see below\n", "$ kubectl describe widget w\n"])(
    "words of the author beside a healthy status are ignored: %j",
    (words) => {
      expect(codes(words + whole)).toEqual([]);
    },
  );
  test("a status of very many levels is text", () => {
    const deep = Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(depth + 1)}A${depth}:\n`).join("");
    expect(() => readPasted(`Status:\n${deep}`, "x")).not.toThrow();
  });
});

describe("dots and pagers are no part of a type or a status", () => {
  const typesIn = (text: string): unknown =>
    readPasted(text, "x").objects.flatMap(({ raw, cut }) => [
      JSON.stringify(raw).match(/"type":"[^"]*"/g),
      cut === true,
    ]);
  const whole = `Name:  w\n${head}${good}Events:  <none>\n`;
  test.for([
    ["dots behind a type", whole.replace("Synced\n", "Syn...\n"), ["Ready", ""]],
    ["a pager behind a type", whole.replace("Synced\n", "Syn--More--\n"), ["Ready", ""]],
    ["a pager between conditions", whole.replace("Ready\n", "Ready\n--More--(50%)\n"), ["Ready", "Synced"]],
    ["a pager at the end", whole.replace("Events:  <none>", "--More--"), ["Ready", "Synced"]],
    ["dots behind a type of a part", `${good}Events:  <none>\n`.replace("Synced\n", "Syn…\n"), ["Ready", ""]],
    ["a pager in a part", `${good}Events:  <none>\n`.replace("Ready\n", "Ready\n--More--\n"), ["Ready", "Synced"]],
  ] as const)("%s", ([, text, types]) => {
    expect(typesIn(text)).toEqual([types.map((type) => `"type":"${type}"`), true]);
  });
});

describe("a text that looks like a description does not replace the object that holds it", () => {
  const inside = good.replace(/^/gm, "      ");
  test.for([
    ["a message in YAML", `status:\n  phase: Failed\n  message: |\n${inside}`],
    ["a message in a list of conditions", `- type: Ready\n  status: "False"\n  message: |\n${inside}`],
    ["a message in an object", `apiVersion: a.io/v1\nkind: W\nstatus:\n  phase: Failed\n  message: |\n${inside}`],
    ["a termination message", `Containers:\n  web:\n    Last State:  Terminated\n      Message:   x\n${good}`],
  ] as const)("%s", ([, text]) => {
    expect(verdictsIn(text)).not.toContainEqual(expect.stringMatching(/healthy$/));
  });
});
