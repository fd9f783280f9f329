import { describe, expect, test } from "vitest";
import { conditionsAt } from "../../../shared/parse/conditions.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";

const widget = "apiVersion: acme.io/v1\nkind: Widget\nmetadata:\n  name: w\nstatus:\n  phase: Failed\n";
const renameWidget = (name: string): string => widget.replace("name: w", `name: ${name}`);
const quoteLines = (text: string): string => text.replace(/^/gm, "> ");

type Row = readonly [title: string, text: string, names: readonly string[], steps: readonly string[]];

/** What was read: `Kind name phase` of each object. */
function objectsIn(text: string): readonly string[] {
  return readPasted(text, "x").objects.map(({ ref, status }) =>
    [ref.kind, ref.name, (status as { phase?: string } | undefined)?.phase ?? "-"].join(" "),
  );
}

describe("a pasted text is read without what the terminal, the chat or the mail added", () => {
  const one = ["Widget w Failed"];
  const rows: readonly Row[] = [
    ["a command before it", `$ oc get widget w -o yaml\n${widget}`, one, ["shell"]],
    ["a command of set -x", `+ kubectl get widget w -o yaml\n${widget}`, one, ["shell"]],
    ["a prompt with a name", `me@host:~$ kubectl get widget w -o yaml\n${widget}me@host:~$ `, one, ["shell"]],
    ["a prompt of root", `[root@bastion ~]# oc get widget w -oyaml\n${widget}[root@bastion ~]# `, one, ["shell"]],
    ["a command without a prompt", `oc get widget w -o yaml\n${widget}`, one, ["shell"]],
    [
      "two commands",
      `$ oc get widget a -o yaml\n${renameWidget("a")}$ oc get widget b -o yaml\n${renameWidget("b")}$`,
      ["Widget a Failed", "Widget b Failed"],
      ["shell"],
    ],
    ["a warning of kubectl", `Warning: v1 is deprecated\n${widget}`, one, ["shell"]],
    ["a fence", `see:\n\n\`\`\`yaml\n${widget}\`\`\`\nthanks: all\n`, one, ["fences"]],
    ["an indented fence", `- see:\n\n  \`\`\`\n${widget.replace(/^/gm, "  ")}\n  \`\`\`\n`, one, ["fences"]],
    [
      "two fences",
      `\`\`\`\n${renameWidget("a")}\`\`\`\nand\n~~~\n${renameWidget("b")}~~~\n`,
      ["Widget a Failed", "Widget b Failed"],
      ["fences"],
    ],
    ["quotes", quoteLines(widget), one, ["quotes"]],
    ["quotes of quotes", quoteLines(quoteLines(widget)), one, ["quotes"]],
    ["all of it", quoteLines(`\`\`\`\n$ oc get widget w -o yaml\n${widget}\`\`\``), one, ["quotes", "fences", "shell"]],
    ["a text that needs nothing", widget, one, []],
  ];
  test.for(rows)("%s", ([, text, names, steps]) => {
    expect([objectsIn(text), readPasted(text, "x").steps]).toEqual([names, steps]);
  });

  test("a fault keeps the line of the text as it was given", () => {
    const { faults } = readPasted(quoteLines(`$ oc get x\n${widget}---\na: [1\n---\n`), "x");
    expect(faults.map(({ where }) => where.split(":")[1])).toEqual(["10"]);
  });
});

test("a fault below a list without a start or a whole item keeps its line", () => {
  const listEnd = '            "name": "a"\n        }\n    ],\n    "kind": "List"\n}\n';
  const { faults } = readPasted(`${listEnd}---\n${widget}---\na: [1\n---\n`, "x");
  expect(faults.map(({ where }) => where.split(":")[1])).toContain("15");
});

describe("texts in quotes may go on no deeper than their key, as go-yaml and PyYAML read them", () => {
  const message = (text: string): unknown => {
    const [object] = readPasted(`apiVersion: acme.io/v1\nkind: W\nmetadata: {name: w}\nstatus:\n${text}`, "x").objects;
    return (object?.status as { message?: string } | undefined)?.message;
  };
  const rows: readonly (readonly [title: string, text: string, expected: string])[] = [
    ["double quotes", '  message: "one\n  two"\n  phase: x\n', "one two"],
    ["single quotes", "  message: 'one\n  it''s\n  two'\n  phase: x\n", "one it's two"],
    ["an escaped quote", '  message: "a \\"b\\"\n  c"\n  phase: x\n', 'a "b" c'],
    ["an empty line is a line break", '  message: "one\n\n  two"\n', "one\ntwo"],
    ["a text on one line", '  message: "one"\n  phase: x\n', "one"],
  ];
  test.for(rows)("%s", ([, text, expected]) => {
    expect(message(text)).toBe(expected);
  });
});

describe("a part of an object is completed", () => {
  const rows: readonly Row[] = [
    ["a status", "status:\n  phase: Failed\n", ["Object unnamed Failed"], ["bare-status"]],
    ["conditions", "conditions:\n- {type: Ready, status: 'False'}\n", ["Object unnamed -"], ["bare-status"]],
    ["a list of conditions", "- {type: Ready, status: 'False'}\n", ["Object unnamed -"], ["bare-status"]],
    ["an object without a name", "apiVersion: a.io/v1\nkind: W\nstatus: {phase: Up}\n", ["W unnamed Up"], ["no-name"]],
    [
      "two of them",
      "- {apiVersion: a.io/v1, kind: W}\n- {apiVersion: a.io/v1, kind: W}\n",
      ["W unnamed -", "W unnamed-2 -"],
      ["no-name"],
    ],
    ["items without a list", `items:\n- {apiVersion: a.io/v1, kind: W, metadata: {name: a}}\n`, ["W a -"], ["items"]],
    ["values of a chart", "replicas: 2\nimage: x\n", [], []],
    ["a sentence", "it does not work\n", [], []],
  ];
  test.for(rows)("%s", ([, text, names, steps]) => {
    expect([objectsIn(text), readPasted(text, "x").steps]).toEqual([names, steps]);
  });
});

describe("the output of describe is read", () => {
  const described = `Name:         w
Namespace:    n
Labels:       a=b
              c=d
Annotations:  <none>
API Version:  acme.io/v1
Kind:         Widget
Metadata:
  Creation Timestamp:  2026-11-20T00:00:00Z
  Finalizers:
    acme.io/one
    acme.io/two
  Generation:  2
  UID:         u-1
Spec:
  Size:  3
Status:
  Conditions:
    Last Transition Time:  2026-11-20T00:00:00Z
    Message:               there is no bucket
                           of this name: acme
    Observed Generation:   2
    Reason:                NoBucket
    Status:                False
    Type:                  Ready
    Last Transition Time:  2026-11-20T00:00:00Z
    Message:
    Reason:                AsExpected
    Status:                False
    Type:                  Degraded
  Phase:                   Failed
Events:
  Type     Reason  Age  From  Message
  ----     ------  ---  ----  -------
  Warning  Failed  3m   acme  no bucket
`;
  const { objects, steps } = readPasted(`$ kubectl describe widget w\n${described}`, "x");
  const [object] = objects;

  test("metadata, spec and status of it", () => {
    expect(steps).toEqual(["shell", "describe"]);
    expect(object).toMatchObject({
      ref: { group: "acme.io", kind: "Widget", namespace: "n", name: "w", uid: "u-1" },
      generation: 2,
      finalizers: ["acme.io/one", "acme.io/two"],
      createdAt: "2026-11-20T00:00:00Z",
      spec: { size: 3 },
      status: { phase: "Failed" },
    });
  });
  test("conditions, also one without a message and one whose message has several lines", () => {
    const since = "2026-11-20T00:00:00Z";
    expect(conditionsAt(object ?? { status: undefined }).conditions).toEqual([
      {
        type: "Ready",
        status: "False",
        reason: "NoBucket",
        since,
        observedGeneration: 2,
        message: "there is no bucket\nof this name: acme",
      },
      { type: "Degraded", status: "False", reason: "AsExpected", message: "", since },
    ]);
  });
  test("events, with their number", () => {
    const combined = described.replace("Warning  Failed  3m ", "Warning  Failed  3m (x5 over 2h) ");
    const shifted = combined.replace(/(Type|----)( +)(Reason|------)( +)(Age|---) /g, "$1$2$3$4$5              ");
    expect(readPasted(shifted, "x").objects.slice(1)).toMatchObject([
      {
        ref: { kind: "Event", namespace: "n" },
        raw: {
          type: "Warning",
          reason: "Failed",
          message: "no bucket",
          count: 5,
          involvedObject: { apiVersion: "acme.io/v1", kind: "Widget", namespace: "n", name: "w" },
        },
      },
    ]);
  });
  test.for([
    ["a line with a label", "no quorum\nError: x\nat y"],
    ["a line that names an object", "no quorum\nName: x"],
  ])("a message goes on at the margin, and the conditions after it are read: %s", ([, message = ""]) => {
    const [whole] = readPasted(described.replace(/there is no bucket\n.*acme/, message), "x").objects;
    const types = conditionsAt(whole ?? { status: undefined }).conditions.map(({ type }) => type);
    expect(types).toEqual(["Ready", "Degraded"]);
  });
  test.for([
    ["without a part of its conditions", described.replace("    Message:\n", "    ...\n"), "omitted-text"],
    ["that is cut before its status", described.replace(/^Status:[\s\S]*/m, ""), "described-in-part"],
    [
      "with a label that comes twice",
      described.replace("of this name", "\nEvents:  <none>\n"),
      "described-ambiguously",
    ],
  ] as const)("one %s is refused", ([, text, code]) => {
    expect(readPasted(text, "x")).toMatchObject({ objects: [], faults: [{ fault: { code } }] });
  });
  test.for([
    ["dots above its status", described.replace("Spec:\n  Size:  3\n", "[...]\nSpec:\n  Size:  3\n...\n")],
    ["a comment below its kind", described.replace("Metadata:", "# Output truncated\nMetadata:")],
    ["dots in place of the label of its status", described.replace("Status:\n", "...\n")],
  ])("one with %s", ([, text = ""]) => {
    expect(objectsIn(text)[0]).toBe("Widget w Failed");
  });
  test("one that is cut in a condition is marked", () => {
    const [object] = readPasted(described.replace(/^ +Type: +Degraded[\s\S]*/m, ""), "x").objects;
    expect(object).toMatchObject({ ref: { name: "w" }, cut: true });
  });
  test("one without its events", () => {
    expect(objectsIn(described.replace(/^Events:[\s\S]*/m, ""))).toEqual(["Widget w Failed"]);
  });
  test.for([
    ["a byte order mark", `\uFEFF${described}`],
    ["an indentation", described.replace(/^/gm, "    ")],
    ["a fence and an indentation", `- see:\n\n  \`\`\`\n${described.replace(/^/gm, "  ")}  \`\`\`\n`],
    ["a quote", quoteLines(described)],
  ])("one with %s", ([, text = ""]) => {
    expect(objectsIn(text)[0]).toBe("Widget w Failed");
  });
  test("several objects, one after the other", () => {
    const other = described.replace("Name:         w", "Name:         v");
    const kinds = objectsIn(`${described}\n\n${other}`).filter((text) => !text.startsWith("Event"));
    expect(kinds).toEqual(["Widget w Failed", "Widget v Failed"]);
  });
  test.for([
    "$ kubectl get pods\nNAME   READY  STATUS   AGE\nweb-1  0/1    Running  10m\n",
    "NAMESPACE  NAME  AGE\nn  w  1m\n",
    "NAME      AVAILABLE   PROGRESSING\ndns       True        False\n",
  ])("the table of kubectl get is refused by its name: %s", (text) => {
    expect(readPasted(text, "x").faults).toEqual([{ where: "x", fault: { code: "printed-table" } }]);
  });
  test("a built-in kind without what its rule reads is refused", () => {
    const set =
      "Name:  s\nNamespace:  n\nLabels:  a=b\nReplicas:  3 desired | 3 total\nUpdate Strategy:  RollingUpdate\n";
    const { faults } = readPasted(set, "x");
    expect(faults).toEqual([{ where: "x", fault: { code: "described-built-in" } }]);
  });
});
