import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";

const takenAt = "2026-11-21T12:00:00Z";

/** `Kind name verdict` of each object, or the codes of the faults where none was read. */
function readVerdicts(text: string): readonly string[] {
  const objects = readTextObjects(text, "x").objects.filter(({ ref }) => ref.kind !== "Event");
  if (objects.length === 0) return readFaultCodes(text);
  const { roots } = aggregate(snapshotOf(objects, { takenAt, source: "x" }));
  return roots.map(({ ref, verdict }) => `${ref.kind} ${ref.name} ${verdict}`);
}

function readFaultCodes(text: string): readonly string[] {
  return readPasted(text, "x").faults.map(({ fault }) => fault.code);
}

function writeCondition(status: string, type: string): string {
  return `    Last Transition Time:  2026-11-20T00:00:00Z
    Message:               the bucket: it is there
    Reason:                Checked
    Status:                ${status}
    Type:                  ${type}
`;
}

const unhealthyPart = `Status:\n  Conditions:\n${writeCondition("False", "Ready")}${writeCondition("True", "Synced")}`;
const healthyPart = unhealthyPart.replace("False", "True");
const head = "API Version:  acme.io/v1\nKind:         Widget\n";
const spec = "Metadata:\n  Generation:  1\nSpec:\n  Bucket Ref:\n    Name:       b\n    Namespace:  n\n";
const events = "Events:\n  Type     Reason  Age  From  Message\n  ----     ------  ---  ----  -------\n";

describe("a part of kubectl describe with a complete status is read", () => {
  test.for([
    {
      rule: "a status without the lines above it is evaluated",
      text: unhealthyPart,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "a status with a field below its conditions may be cut, and is unknown",
      text: `${healthyPart}  Phase:  Ready\n`,
      expected: "Object unnamed unknown",
    },
    {
      rule: "a healthy status above its events is healthy",
      text: `${healthyPart}Events:  <none>\n`,
      expected: "Object unnamed healthy",
    },
    {
      rule: "a status below its command is evaluated",
      text: `$ kubectl describe widget w\n...\n${unhealthyPart}...\n`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "a status above another command is evaluated",
      text: `${unhealthyPart}\n$ kubectl get pods\nNAME  READY\n`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "an indented status is evaluated",
      text: unhealthyPart.replace(/^/gm, "    "),
      expected: "Object unnamed unavailable",
    },
    {
      rule: "a status in a fence is evaluated",
      text: `see\n\`\`\`\n${unhealthyPart}\`\`\`\nand help\n`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "conditions without the heading Status are evaluated",
      text: unhealthyPart.replace("Status:\n", ""),
      expected: "Object unnamed unavailable",
    },
    {
      rule: "a status below the end of its spec is evaluated",
      text: `    Size:  3\n  Mode:  x\n${unhealthyPart}`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "a status with its kind and without its name is evaluated",
      text: `${head}${spec}${unhealthyPart}Events:  <none>\n`,
      expected: "Widget unnamed unavailable",
    },
    {
      rule: "a reference in the spec is not the name of the object",
      text: `${spec}${healthyPart}Events:  <none>\n`,
      expected: "Object unnamed healthy",
    },
    {
      rule: "a status with its name and without its kind is evaluated",
      text: `Name:  w\nLabels:  <none>\n${unhealthyPart}${events}`,
      expected: "Object w unavailable",
    },
    {
      rule: "a status with dots in place of its spec is evaluated",
      text: `Name:  w\n${head}...\n${unhealthyPart}Events:  <none>\n`,
      expected: "Widget w unavailable",
    },
    {
      rule: "a status in the last lines of a command is evaluated",
      text: `$ kubectl describe x | tail -9\n${unhealthyPart}Events:  <none>\n`,
      expected: "Object unnamed unavailable",
    },
    {
      rule: "a phase without conditions is evaluated",
      text: "Status:\n  Phase:  Failed\nEvents:  <none>\n",
      expected: "Object unnamed degraded",
    },
  ] as const)("$rule", ({ text, expected }) => {
    expect(readVerdicts(text)).toEqual([expected]);
  });
  test("the spec of a suspended object is read", () => {
    const [object] = readPasted(`${head}Spec:\n  Suspend:  true\n${healthyPart}Events:  <none>\n`, "x").objects;
    expect(object?.spec).toEqual({ suspend: true });
  });
});

test("a status of 140,000 lines is read", () => {
  const lines = Array.from({ length: 140_000 }, (_, place) => `    Field ${place}:  1\n`).join("");
  expect(readPasted(`${healthyPart}  Rest:\n${lines}`, "x").objects).toHaveLength(1);
});

describe("a part in which a condition may be missing is refused, or not healthy", () => {
  test.for([
    {
      rule: "conditions that are cut in the second are evaluated by the first",
      text: unhealthyPart.replace(/ {4}Type: +Synced\n/, ""),
      code: "Object unnamed unavailable",
    },
    {
      rule: "conditions that are cut in the first are unknown",
      text: healthyPart.replace(/ {4}Reason[\s\S]*/, ""),
      code: "Object unnamed unknown",
    },
    {
      rule: "a status with omitted lines among its conditions is refused",
      text: healthyPart.replace("    Message", "    ...\n    Message"),
      code: "omitted-text",
    },
    {
      rule: "a status from grep -A is refused",
      text: `$ kubectl describe x | grep -A 9 Status\n${healthyPart}`,
      code: "cut-output",
    },
    {
      rule: "a status from grep -v is refused, although its events are there",
      text: `$ kubectl describe x | grep -v Synced\n${healthyPart}Events:  <none>\n`,
      code: "cut-output",
    },
    {
      rule: "a whole description from grep -v is refused, although its events are there",
      text: `$ kubectl describe x w | grep -iv synced\nName:  w\nNamespace:  n\n${head}${healthyPart}Events:  <none>\n`,
      code: "cut-output",
    },
  ] as const)("$rule", ({ text, code }) => {
    expect(readVerdicts(text)).toEqual([code]);
  });
});

describe("a part beside a healthy status does not make it healthy", () => {
  const healthyStatus = "Status:\n  Conditions:\n    Status:  True\n    Type:    Ready\n";
  const unhealthyStatus = healthyStatus.replace("True", "False");
  const whole = `Name:  w\nNamespace:  n\n${head}${healthyStatus}Events:  <none>\n`;
  test.for([
    {
      rule: "a healthy status above another status is not healthy",
      text: `${healthyStatus}Events:  <none>\n${unhealthyStatus}Events:  <none>\n`,
    },
    {
      rule: "a healthy status in a spec above an unhealthy one is not healthy",
      text: `Spec:\n  Template:\n${healthyStatus.replace(/^/gm, "    ")}${unhealthyStatus}Events:  <none>\n`,
    },
    {
      rule: "a status in a message does not make an object healthy",
      text: `    Message:  boom\n${healthyStatus}Events:  <none>\n    Status:  False\n    Type:  Ready\n`,
    },
    {
      rule: "the status of a container does not make an object healthy",
      text: `      Exit Code:    1\n      Message:      boom\n${healthyStatus}Events:  <none>\n`,
    },
    {
      rule: "an object with dots in its conditions is not healthy",
      text: whole.replace("    Type", "    ...\n    Type"),
    },
    { rule: "an object with dots below its conditions is not healthy", text: whole.replace("Events", "  ...\nEvents") },
    {
      rule: "an object whose second condition is cut is not healthy",
      text: `Name:  w\n${head}Status:\n  Conditions:\n    Type: Ready\n    Status: True\n    Ty`,
    },
    {
      rule: "an object above an unhealthy status in YAML is not healthy",
      text: `${whole}---\nstatus:\n  conditions:\n  - {type: Ready, status: "False"}\n`,
    },
  ] as const)("$rule", ({ text }) => {
    expect(readVerdicts(text)).not.toContainEqual(expect.stringMatching(/healthy$/));
  });

  test.for([
    { rule: "a status above a complete description is a fault", part: `${unhealthyStatus}Events:  <none>\n` },
    { rule: "conditions above a complete description are a fault", part: "    Status:  False\n    Type:    Ready\n" },
    {
      rule: "a heading with a note above a complete description is a fault",
      part: "Conditions: # the other\n  - Ready\n",
    },
    { rule: "a field of a status above a complete description is a fault", part: "  Phase:  Failed\n" },
    { rule: "events above a complete description are a fault", part: "Events:  <none>\n" },
  ] as const)("$rule", ({ part }) => {
    expect(readFaultCodes(part + whole)).toEqual(["described-in-part"]);
  });
  test.for(["Status: it does not work\n", "The Conditions: see below\n", "$ kubectl describe widget w\n"])(
    "the author's words %j beside a complete description are ignored",
    (words) => {
      expect(readFaultCodes(words + whole)).toEqual([]);
    },
  );
  test("a status of 3,000 levels does not break the parser", () => {
    const deep = Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(depth + 1)}A${depth}:\n`).join("");
    expect(() => readPasted(`Status:\n${deep}`, "x")).not.toThrow();
  });
});

describe("dots and pagers are no part of a type or a status", () => {
  const readTypes = (text: string): unknown =>
    readPasted(text, "x").objects.flatMap(({ raw, cut }) => [
      JSON.stringify(raw).match(/"type":"[^"]*"/g),
      cut === true,
    ]);
  const whole = `Name:  w\n${head}${healthyPart}Events:  <none>\n`;
  test.for([
    { rule: "a type that ends in dots is empty", text: whole.replace("Synced\n", "Syn...\n"), types: ["Ready", ""] },
    {
      rule: "a type that ends at a pager is empty",
      text: whole.replace("Synced\n", "Syn--More--\n"),
      types: ["Ready", ""],
    },
    {
      rule: "a pager between two conditions is omitted",
      text: whole.replace("Ready\n", "Ready\n--More--(50%)\n"),
      types: ["Ready", "Synced"],
    },
    {
      rule: "a pager below all conditions is omitted",
      text: whole.replace("Events:  <none>", "--More--"),
      types: ["Ready", "Synced"],
    },
    {
      rule: "a type that ends in dots is empty in a part of a description",
      text: `${healthyPart}Events:  <none>\n`.replace("Synced\n", "Syn…\n"),
      types: ["Ready", ""],
    },
    {
      rule: "a pager between two conditions is omitted in a part of a description",
      text: `${healthyPart}Events:  <none>\n`.replace("Ready\n", "Ready\n--More--\n"),
      types: ["Ready", "Synced"],
    },
  ] as const)("$rule", ({ text, types }) => {
    expect(readTypes(text)).toEqual([types.map((type) => `"type":"${type}"`), true]);
  });
});

describe("a description in a message does not replace the object that has the message", () => {
  const inside = healthyPart.replace(/^/gm, "      ");
  test.for([
    {
      rule: "a message in the YAML of a status does not replace the status",
      text: `status:\n  phase: Failed\n  message: |\n${inside}`,
    },
    {
      rule: "a message in a list of conditions does not replace the conditions",
      text: `- type: Ready\n  status: "False"\n  message: |\n${inside}`,
    },
    {
      rule: "a message in an object does not replace the object",
      text: `apiVersion: a.io/v1\nkind: W\nstatus:\n  phase: Failed\n  message: |\n${inside}`,
    },
    {
      rule: "a termination message does not make its Pod healthy",
      text: `Containers:\n  web:\n    Last State:  Terminated\n      Message:   x\n${healthyPart}`,
    },
  ] as const)("$rule", ({ text }) => {
    expect(readVerdicts(text)).not.toContainEqual(expect.stringMatching(/healthy$/));
  });
});
