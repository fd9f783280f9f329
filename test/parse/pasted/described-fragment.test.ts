import { describe, expect, test } from "vitest";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";
import { reportAbout } from "../../aggregate/generic/evaluate.ts";

const ready = `    Last Transition Time:  2026-11-20T08:00:00Z
    Message:               all brokers serve
    Reason:                Serving
    Status:                True
    Type:                  Ready
`;
const degraded = `    Last Transition Time:  2026-11-20T09:00:00Z
    Message:               disk of broker 2 is full
    Reason:                DiskFull
    Status:                True
    Type:                  Degraded
`;
const status = `Status:\n  Conditions:\n${ready}${degraded}  Phase:  Serving\n`;
const events = `Events:
  Type     Reason  Age  From      Message
  ----     ------  ---  ----      -------
  Warning  Full    3m   operator  no space left
`;

/** `Kind types of its conditions verdict` of each object, and the codes of the faults. */
function readVerdictsAndFaults(text: string): readonly string[] {
  const { objects, faults } = readPasted(text, "x");
  const roots = objects.filter(({ ref }) => ref.kind !== "Event").flatMap(({ raw }) => reportAbout(raw).roots);
  return [
    ...roots.map(({ ref, conditions, verdict }) => `${ref.kind} ${conditions.map(({ type }) => type)} ${verdict}`),
    ...faults.map(({ fault }) => fault.code),
  ];
}

describe("a part of kubectl describe is read where its status or its conditions begin in it", () => {
  test.for([
    {
      rule: "a status below a name without a kind is read as an Object",
      text: `Name:  a\nNamespace:  n\n.\n.\n${status}`,
      kind: "Object",
    },
    {
      rule: "a status below a kind is read as an object of the kind",
      text: `API Version:  a.io/v1\nKind:  Topic\nSpec:\n  Size:  3\n${status}`,
      kind: "Topic",
    },
    {
      rule: "a status below a kind without an API group is read as an object of the kind",
      text: `Kind:  Topic\nSpec:\n  Size:  3\n${status}`,
      kind: "Topic",
    },
    {
      rule: "a status below a spec with a name in it is read as an object of the kind",
      text: `Kind:  Topic\nSpec:\n  Name:  a\n  Namespace:  b\n${status}`,
      kind: "Topic",
    },
    {
      rule: "a status without its indentation is read",
      text: `Status:\nConditions:\n${ready}${degraded}`,
      kind: "Object",
    },
    {
      rule: "a status in a comment is read",
      text: `$ kubectl describe topic a\n\n${status.replace(/^/gm, "# ")}`,
      kind: "Object",
    },
    {
      rule: "a status below a table is read",
      text: `$ kubectl get topic\nNAME  AGE\na     1m\n\n$ kubectl describe topic a\n${status}`,
      kind: "Object",
    },
    { rule: "conditions from the first line on are read", text: ready + degraded, kind: "Object" },
    {
      rule: "conditions from the middle of the first on are read",
      text: ready.replace(/^.*\n.*\n/, "") + degraded,
      kind: "Object",
    },
    {
      rule: "conditions from the last field of the first on are read",
      text: ready.replace(/^(?:.*\n){3}/, "") + degraded,
      kind: "Object",
    },
    { rule: "conditions without indentation are read", text: (ready + degraded).replace(/^ +/gm, ""), kind: "Object" },
    {
      rule: "notes behind the status and the type of a condition are omitted",
      text: status.replace("Ready", "Ready # serves").replace("True", "True <1>"),
      kind: "Object",
    },
    {
      rule: "conditions that begin with their type, with empty lines between them, are read",
      text: writeConditionsByHand(),
      kind: "Object",
    },
  ] as const)("$rule", ({ text, kind }) => {
    expect(readVerdictsAndFaults(text)).toEqual([`${kind} Ready,Degraded degraded`]);
  });
  test("the statuses of two commands are two objects", () => {
    const other = status.replace(degraded, "");
    expect(readVerdictsAndFaults(`$ kubectl describe a\n${status}\n$ kubectl describe b\n${other}`)).toEqual([
      "Object Ready,Degraded degraded",
      "Object Ready healthy",
    ]);
  });
  test("each condition has its own message where the first condition is cut", () => {
    const { objects } = readPasted(ready.replace(/^.*\n.*\n/, "") + degraded, "x");
    expect(objects[0]?.status).toMatchObject({
      conditions: [
        { reason: "Serving", type: "Ready" },
        { message: "disk of broker 2 is full", type: "Degraded" },
      ],
    });
  });
  test("the events below a status belong to its object", () => {
    const { objects } = readPasted(status + events, "x");
    expect(objects[1]?.raw).toMatchObject({
      reason: "Full",
      message: "no space left",
      involvedObject: { apiVersion: "pasted.status/v1", kind: "Object", name: objects[0]?.ref.name },
    });
  });
  test("a row of events that is wider than its header is split at its blanks", () => {
    const row = "  Warning  ReasonThatIsLong  3m (x4 over 9m)  an-operator\n";
    const { objects } = readPasted(status + events.replace(/ {2}Warning.*\n/, row), "x");
    expect(objects[1]?.raw).toMatchObject({ reason: "ReasonThatIsLong", message: "", count: 4 });
  });
});

describe("a part of kubectl describe that may lack a condition is not read", () => {
  test.for([
    {
      rule: "a status with omitted lines among its conditions is a fault",
      text: status.replace(degraded, `    ...\n${degraded}`),
      codes: ["omitted-text"],
    },
    {
      rule: "the table of conditions of a built-in kind is a fault",
      text: "Conditions:\n  Type   Status\n  Ready  True\n",
      codes: ["unnamed-object"],
    },
    {
      rule: "the status of a Pod is a fault",
      text: `    State:          Running\n      Started:      x\n    Ready:          True\n${status}`,
      codes: ["described-in-part"],
    },
  ] as const)("$rule", ({ text, codes }) => {
    expect(readVerdictsAndFaults(text)).toEqual(codes);
  });
  test("a description in the message of a YAML object does not replace the object", () => {
    expect(
      readPasted(`status:\n  phase: Failed\n  message: |\n    Status:\n      Phase:  Ready\n`, "x").objects[0]?.status,
    ).toMatchObject({ phase: "Failed" });
  });
});

/** The conditions as people write them down. */
function writeConditionsByHand(): string {
  const types = ["Ready", "Degraded"].map(
    (type) => `    Type:    ${type}\n    Status:  True\n    Reason:  Why\n    Message: because\n`,
  );
  return `Status:\n  Conditions:\n${types.join("\n")}`;
}
