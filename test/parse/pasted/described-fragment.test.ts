import { describe, expect, test } from "vitest";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";
import { reportAbout } from "../../aggregate/generic/evaluate.ts";

const ready = `    Last Transition Time:  2026-11-20T08:00:00Z
    Message:               all brokers serve
    Reason:                Serving
    Status:                True
    Type:                  Ready
`;
const late = `    Last Transition Time:  2026-11-20T09:00:00Z
    Message:               disk of broker 2 is full
    Reason:                DiskFull
    Status:                True
    Type:                  Degraded
`;
const status = `Status:\n  Conditions:\n${ready}${late}  Phase:  Serving\n`;
const events = `Events:
  Type     Reason  Age  From      Message
  ----     ------  ---  ----      -------
  Warning  Full    3m   operator  no space left
`;

function read(text: string) {
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
      rule: "the status below a name without a kind",
      text: `Name:  a\nNamespace:  n\n.\n.\n${status}`,
      kind: "Object",
    },
    {
      rule: "the status below a kind",
      text: `API Version:  a.io/v1\nKind:  Topic\nSpec:\n  Size:  3\n${status}`,
      kind: "Topic",
    },
    {
      rule: "the status below a kind without a group",
      text: `Kind:  Topic\nSpec:\n  Size:  3\n${status}`,
      kind: "Topic",
    },
    {
      rule: "the status of a spec that holds a name",
      text: `Kind:  Topic\nSpec:\n  Name:  a\n  Namespace:  b\n${status}`,
      kind: "Topic",
    },
    {
      rule: "a status that lost its indentation",
      text: `Status:\nConditions:\n${ready}${late}`,
      kind: "Object",
    },
    {
      rule: "a status in comments",
      text: `$ kubectl describe topic a\n\n${status.replace(/^/gm, "# ")}`,
      kind: "Object",
    },
    {
      rule: "a status below a table",
      text: `$ kubectl get topic\nNAME  AGE\na     1m\n\n$ kubectl describe topic a\n${status}`,
      kind: "Object",
    },
    { rule: "the first condition", text: ready + late, kind: "Object" },
    { rule: "the middle of the first condition", text: ready.replace(/^.*\n.*\n/, "") + late, kind: "Object" },
    {
      rule: "the last field of the first condition",
      text: ready.replace(/^(?:.*\n){3}/, "") + late,
      kind: "Object",
    },
    { rule: "conditions without indentation", text: (ready + late).replace(/^ +/gm, ""), kind: "Object" },
    {
      rule: "notes behind a status and a type",
      text: status.replace("Ready", "Ready # serves").replace("True", "True <1>"),
      kind: "Object",
    },
    { rule: "types that stand first, and empty lines", text: handWritten(), kind: "Object" },
  ] as const)("$rule", ({ text, kind }) => {
    expect(read(text)).toEqual([`${kind} Ready,Degraded degraded`]);
  });
  test("each part is an object of its own", () => {
    const other = status.replace(late, "");
    expect(read(`$ kubectl describe a\n${status}\n$ kubectl describe b\n${other}`)).toEqual([
      "Object Ready,Degraded degraded",
      "Object Ready healthy",
    ]);
  });
  test("the message of a condition stays with it where the first one is cut", () => {
    const { objects } = readPasted(ready.replace(/^.*\n.*\n/, "") + late, "x");
    expect(objects[0]?.status).toMatchObject({
      conditions: [
        { reason: "Serving", type: "Ready" },
        { message: "disk of broker 2 is full", type: "Degraded" },
      ],
    });
  });
  test("its events belong to it", () => {
    const { objects } = readPasted(status + events, "x");
    expect(objects[1]?.raw).toMatchObject({
      reason: "Full",
      message: "no space left",
      involvedObject: { apiVersion: "pasted.status/v1", kind: "Object", name: objects[0]?.ref.name },
    });
  });
  test("a row of events that does not stand below its header is cut at its blanks", () => {
    const row = "  Warning  ReasonThatIsLong  3m (x4 over 9m)  an-operator\n";
    const { objects } = readPasted(status + events.replace(/ {2}Warning.*\n/, row), "x");
    expect(objects[1]?.raw).toMatchObject({ reason: "ReasonThatIsLong", message: "", count: 4 });
  });
});

describe("a part of kubectl describe is not read", () => {
  test.for([
    {
      rule: "where text was omitted among its conditions",
      text: status.replace(late, `    ...\n${late}`),
      codes: ["omitted-text"],
    },
    {
      rule: "where it is the table of a built-in kind",
      text: "Conditions:\n  Type   Status\n  Ready  True\n",
      codes: ["unnamed-object"],
    },
    {
      rule: "where it is that of a Pod",
      text: `    State:          Running\n      Started:      x\n    Ready:          True\n${status}`,
      codes: ["described-in-part"],
    },
  ] as const)("$rule", ({ text, codes }) => {
    expect(read(text)).toEqual(codes);
  });
  test("where it is YAML", () => {
    expect(
      readPasted(`status:\n  phase: Failed\n  message: |\n    Status:\n      Phase:  Ready\n`, "x").objects[0]?.status,
    ).toMatchObject({ phase: "Failed" });
  });
});

/** The conditions as people write them down. */
function handWritten(): string {
  const types = ["Ready", "Degraded"].map(
    (type) => `    Type:    ${type}\n    Status:  True\n    Reason:  Why\n    Message: because\n`,
  );
  return `Status:\n  Conditions:\n${types.join("\n")}`;
}
