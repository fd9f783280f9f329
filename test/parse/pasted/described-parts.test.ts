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
    { rule: "a status alone", text: bad, expected: "Object unnamed unavailable" },
    {
      rule: "one that is well, above another field",
      text: `${good}  Phase:  Ready\n`,
      expected: "Object unnamed unknown",
    },
    { rule: "with its events", text: `${good}Events:  <none>\n`, expected: "Object unnamed healthy" },
    {
      rule: "below a command",
      text: `$ kubectl describe widget w\n...\n${bad}...\n`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "above another command",
      text: `${bad}\n$ kubectl get pods\nNAME  READY\n`,
      expected: "Object unnamed unavailable",
    },
    { rule: "indented", text: bad.replace(/^/gm, "    "), expected: "Object unnamed unavailable" },
    {
      rule: "in a fence",
      text: `see\n\`\`\`\n${bad}\`\`\`\nand help\n`,
      expected: "Object unnamed unavailable",
    },
    { rule: "conditions alone", text: bad.replace("Status:\n", ""), expected: "Object unnamed unavailable" },
    {
      rule: "without the start of its spec",
      text: `    Size:  3\n  Mode:  x\n${bad}`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "with its kind, without its name",
      text: `${head}${spec}${bad}Events:  <none>\n`,
      expected: "Widget unnamed unavailable",
    },
    {
      rule: "a reference in its spec is not its name",
      text: `${spec}${good}Events:  <none>\n`,
      expected: "Object unnamed healthy",
    },
    {
      rule: "with its name, without its kind",
      text: `Name:  w\nLabels:  <none>\n${bad}${events}`,
      expected: "Object w unavailable",
    },
    {
      rule: "with dots in place of its spec",
      text: `Name:  w\n${head}...\n${bad}Events:  <none>\n`,
      expected: "Widget w unavailable",
    },
    {
      rule: "the last lines of a command",
      text: `$ kubectl describe x | tail -9\n${bad}Events:  <none>\n`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "a phase",
      text: "Status:\n  Phase:  Failed\nEvents:  <none>\n",
      expected: "Object unnamed degraded",
    },
  ] as const)("$rule", ({ text, expected }) => {
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
    {
      rule: "cut in a condition",
      text: bad.replace(/ {4}Type: +Synced\n/, ""),
      code: "Object unnamed unavailable",
    },
    {
      rule: "cut in the first condition",
      text: good.replace(/ {4}Reason[\s\S]*/, ""),
      code: "Object unnamed unknown",
    },
    {
      rule: "with omitted lines",
      text: good.replace("    Message", "    ...\n    Message"),
      code: "omitted-text",
    },
    {
      rule: "the first lines of a command",
      text: `$ kubectl describe x | grep -A 9 Status\n${good}`,
      code: "cut-output",
    },
  ] as const)("$rule", ({ text, code }) => {
    expect(verdictsIn(text)).toEqual([code]);
  });
});

describe("what stands beside a healthy status does not vanish behind it", () => {
  const healthyStatus = "Status:\n  Conditions:\n    Status:  True\n    Type:    Ready\n";
  const unhealthyStatus = healthyStatus.replace("True", "False");
  const whole = `Name:  w\nNamespace:  n\n${head}${healthyStatus}Events:  <none>\n`;
  test.for([
    {
      rule: "another status below its events",
      text: `${healthyStatus}Events:  <none>\n${unhealthyStatus}Events:  <none>\n`,
    },
    {
      rule: "one in its spec",
      text: `Spec:\n  Template:\n${healthyStatus.replace(/^/gm, "    ")}${unhealthyStatus}Events:  <none>\n`,
    },
    {
      rule: "one in a message",
      text: `    Message:  boom\n${healthyStatus}Events:  <none>\n    Status:  False\n    Type:  Ready\n`,
    },
    {
      rule: "the status of a container",
      text: `      Exit Code:    1\n      Message:      boom\n${healthyStatus}Events:  <none>\n`,
    },
    { rule: "dots in its conditions", text: whole.replace("    Type", "    ...\n    Type") },
    { rule: "dots after its conditions", text: whole.replace("Events", "  ...\nEvents") },
    {
      rule: "a type first and a cut condition",
      text: `Name:  w\n${head}Status:\n  Conditions:\n    Type: Ready\n    Status: True\n    Ty`,
    },
    {
      rule: "YAML below its events",
      text: `${whole}---\nstatus:\n  conditions:\n  - {type: Ready, status: "False"}\n`,
    },
  ] as const)("$rule", ({ text }) => {
    expect(verdictsIn(text)).not.toContainEqual(expect.stringMatching(/healthy$/));
  });
  const codes = (text: string): readonly string[] => readPasted(text, "x").faults.map(({ fault }) => fault.code);
  test.for([
    { rule: "a status", part: `${unhealthyStatus}Events:  <none>\n` },
    { rule: "conditions", part: "    Status:  False\n    Type:    Ready\n" },
    { rule: "a heading with a note", part: "Conditions: # the other\n  - Ready\n" },
    { rule: "a field of a status", part: "  Phase:  Failed\n" },
    { rule: "events", part: "Events:  <none>\n" },
  ] as const)("a part above a whole description is named as not read: $rule", ({ part }) => {
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
    { rule: "dots behind a type", text: whole.replace("Synced\n", "Syn...\n"), types: ["Ready", ""] },
    { rule: "a pager behind a type", text: whole.replace("Synced\n", "Syn--More--\n"), types: ["Ready", ""] },
    {
      rule: "a pager between conditions",
      text: whole.replace("Ready\n", "Ready\n--More--(50%)\n"),
      types: ["Ready", "Synced"],
    },
    {
      rule: "a pager at the end",
      text: whole.replace("Events:  <none>", "--More--"),
      types: ["Ready", "Synced"],
    },
    {
      rule: "dots behind a type of a part",
      text: `${good}Events:  <none>\n`.replace("Synced\n", "Syn…\n"),
      types: ["Ready", ""],
    },
    {
      rule: "a pager in a part",
      text: `${good}Events:  <none>\n`.replace("Ready\n", "Ready\n--More--\n"),
      types: ["Ready", "Synced"],
    },
  ] as const)("$rule", ({ text, types }) => {
    expect(typesIn(text)).toEqual([types.map((type) => `"type":"${type}"`), true]);
  });
});

describe("a text that looks like a description does not replace the object that holds it", () => {
  const inside = good.replace(/^/gm, "      ");
  test.for([
    { rule: "a message in YAML", text: `status:\n  phase: Failed\n  message: |\n${inside}` },
    {
      rule: "a message in a list of conditions",
      text: `- type: Ready\n  status: "False"\n  message: |\n${inside}`,
    },
    {
      rule: "a message in an object",
      text: `apiVersion: a.io/v1\nkind: W\nstatus:\n  phase: Failed\n  message: |\n${inside}`,
    },
    {
      rule: "a termination message",
      text: `Containers:\n  web:\n    Last State:  Terminated\n      Message:   x\n${good}`,
    },
  ] as const)("$rule", ({ text }) => {
    expect(verdictsIn(text)).not.toContainEqual(expect.stringMatching(/healthy$/));
  });
});
