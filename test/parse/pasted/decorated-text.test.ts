import { describe, expect, test } from "vitest";
import { conditionsAt } from "../../../shared/parse/conditions.ts";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";

const widget = `apiVersion: acme.io/v1
kind: Widget
metadata:
  name: w
spec:
  args:
    - "-x"
status:
  conditions:
    - type: Ready
      status: "False"
      message: |-
        there is no bucket

        of this name
`;
const lines = widget.trimEnd().split("\n");
const each = (line: (text: string, number: number) => string): string =>
  `${lines.map((text, index) => line(text, index + 1)).join("\n")}\n`;
const padNumber = (number: number, width: number): string => `${number}`.padStart(width);
const esc = "\u001b";
const colourKeys = (begin: string): string =>
  each((text) => text.replace(/^(\s*(?:- )?)(\w+):/, `$1${begin}[36m$2${begin}[0m:`));

function read(text: string) {
  const { objects, faults, steps } = readPasted(text, "x");
  return {
    conditions: objects.map((object) => [
      object.ref.name,
      ...conditionsAt(object).conditions.map(({ type, status, message }) => `${type}=${status} ${message}`),
    ]),
    codes: faults.map(({ fault }) => fault.code),
    steps,
  };
}

describe("an object is read as it is without what a program drew around or before its lines", () => {
  const rows: readonly (readonly [title: string, text: string, steps: readonly string[]])[] = [
    ["cat -n", each((text, number) => `${padNumber(number, 6)}\t${text}`), ["line-numbers"]],
    ["grep -n", each((text, number) => `${number}:${text}`), ["line-numbers"]],
    ["grep -n -A", each((text, number) => `${number}${number === 1 ? ":" : "-"}${text}`), ["line-numbers"]],
    ["grep -Hn", each((text, number) => `w.yaml:${number}:${text}`), ["line-numbers"]],
    ["less -N", each((text, number) => `${padNumber(number, 7)} ${text}`), ["line-numbers"]],
    ["an editor, from line 12", each((text, number) => `${padNumber(number + 11, 3)} ${text}`), ["line-numbers"]],
    [
      "bat",
      `─────┬────\n     │ File: w.yaml\n─────┼────\n${each((text, number) => `${padNumber(number, 4)} │ ${text}`)}─────┴────\n`,
      ["line-numbers"],
    ],
    ["a command and numbers", `$ cat -n w\n${each((text, number) => `${number}\t${text}`)}`, ["shell", "line-numbers"]],
    ["a line with + each", each((text) => `+${text}`), ["diff"]],
    [
      "a new file of git",
      `diff --git a/w b/w\nnew file mode 100644\n--- /dev/null\n+++ b/w\n@@ -0,0 +1,${lines.length} @@\n${each((text) => `+${text}`)}`,
      ["diff"],
    ],
    ["colours", colourKeys(esc), ["colours"]],
    ["colours as cat -v shows them", colourKeys("^["), ["colours"]],
    ["colours without their first character", colourKeys(""), ["colours"]],
    ["HTML", widget.replaceAll('"', "&quot;"), ["entities"]],
    ["curly quotes", widget.replaceAll(/"(.*)"/g, "“$1”"), ["curly-quotes"]],
    ["hard spaces", each((text) => text.replace(/ {2}/g, "\u00a0 ")), ["spaces"]],
    ["characters without a width", widget.replace("kind", "\u200bkind"), ["spaces"]],
    ["tabs for each level", each((text) => text.replace(/ {2}/g, "\t")), ["tabs"]],
    ["a tab before each line", each((text) => `\t${text}`), ["tabs"]],
    ["a block of Jira", `see\n{noformat}\n${widget}{noformat}\nthanks\n`, ["fences"]],
    ["a block of Jira with a language", `see\n{code:yaml}\n${widget}{code}\nthanks: all\n`, ["fences"]],
    ["a block of a forum", `[code]\n${widget}[/code]\n`, ["fences"]],
    ["a block of HTML", `<pre>\n${widget}</pre>\n`, ["fences"]],
    ["a block of Slack", `look \n\`\`\`${widget.trimEnd()}\`\`\`\nplease\n`, ["fences"]],
    [
      "quotes in an item of Markdown",
      `1. I saw\n\n${each((text) => `   > ${text}`)}\n2. and more\n3. a\n4. b\n5. c\n6. d\n7. e\n`,
      ["quotes"],
    ],
    ["a here document", `$ cat <<EOF | kubectl apply -f -\n${widget}EOF\nwidget.acme.io/w created\n`, ["shell"]],
    ["a here document in quotes", `kubectl apply -f - <<'END'\n${widget}END\n`, ["shell"]],
    ["a mail", `From: a@b\nSubject: help\n\nHi,\n\n${widget}\nRegards\nBob\n`, ["prose"]],
    ["a session with script", `Script started\n$ oc get\n${widget}$ exit\nScript done\n`, ["shell", "prose"]],
    ["a fence whose first line was not copied", `${widget}\`\`\`\n`, ["fences"]],
    ["Windows' line ends and a mark", `\uFEFF$ oc get\r\n${widget.replaceAll("\n", "\r\n")}`, ["shell"]],
  ];
  const expected = [["w", "Ready=False there is no bucket\n\nof this name"]];
  test.for(rows)("%s", ([, text, steps]) => {
    expect(read(text)).toEqual({ conditions: expected, codes: [], steps });
  });
});

describe("what is left of a text is not read where a part may be missing", () => {
  const rows: readonly (readonly [title: string, text: string])[] = [
    ["a missing line number", each((text, number) => (number === 11 ? "" : `${number}:${text}`)).replace(/^\n/m, "")],
    [
      "a line without a number",
      each((text, number) => (number === 11 ? `   ${text}` : `${padNumber(number, 3)} ${text}`)),
    ],
    ["the end of an object before another", `      status: "False"\n  phase: Failed\n${widget}`],
    ["a sentence inside an object", widget.replace("status:", "and then I saw\nstatus:")],
    ["tabs beside blanks", each((text) => text.replace(/ {4}/g, "\t"))],
  ];
  test.for(rows)("%s", ([, text]) => {
    expect(read(text).conditions).toEqual([]);
  });
  const hunk = "@@ -10,4 +10,4 @@";
  test.for([
    ["a change", `--- a/w\n+++ b/w\n${hunk}\n status:\n-  phase: Failed\n+  phase: Running\n`, "partial-diff"],
    [
      "a hunk alone",
      `${hunk}\n conditions:\n   - type: Ready\n-    status: "False"\n+    status: "True"\n`,
      "partial-diff",
    ],
    [
      "a new file that is cut",
      `--- /dev/null\n+++ b/w\n@@ -0,0 +1,99 @@\n${each((text) => `+${text}`)}`,
      "partial-diff",
    ],
    ["a table of events", "LAST SEEN   TYPE      REASON\n3m          Warning   BackOff\n", "printed-table"],
    [
      "a table without a header",
      "web-1   0/1   Running   0   10m\nweb-2   1/1   Running   0   2d3h\n",
      "printed-table",
    ],
    ["a wide table", "NAME   READY   NOMINATED NODE   READINESS GATES\nw   0/1   <none>   <none>\n", "printed-table"],
  ] as const)("%s", ([, text, code]) => {
    expect(read(text)).toMatchObject({ conditions: [], codes: [code] });
  });
});

test("commands and fences in a text of an object belong to it", () => {
  const script = "spec:\n  script: |\n    kubectl get pods\n    ```yaml\n    apiVersion: v1\n    kind: Pod\n    ```\n";
  const text = `$ oc get widget w -o yaml\n${widget.replace("spec:\n", script)}`;
  expect(read(text).conditions).toEqual([["w", "Ready=False there is no bucket\n\nof this name"]]);
});

describe("of a list that is cut only the whole objects are read, and the cut is named", () => {
  const item = (name: string): string =>
    `- ${widget.replace("name: w", `name: ${name}`).trimEnd().replaceAll("\n", "\n  ")}\n`;
  const head = "apiVersion: v1\nitems:\n";
  const tail = 'kind: List\nmetadata:\n  resourceVersion: ""\n';
  const value = (name: string) => ({
    apiVersion: "a.io/v1",
    kind: "W",
    metadata: { name },
    status: { phase: "Running" },
  });
  const json = JSON.stringify({ apiVersion: "v1", items: ["a", "b", "c"].map(value), kind: "List" }, undefined, 4);
  const rows: readonly (readonly [title: string, text: string, names: readonly string[], codes: readonly string[]])[] =
    [
      ["at its tail, in an object", head + item("a") + item("b").slice(0, 120), ["a"], ["cut-list"]],
      ["at its tail, in a text", head + item("a") + item("b").slice(0, -3), ["a"], ["cut-list"]],
      ["at its tail, between two lines", head + item("a") + item("b"), ["a"], ["cut-list"]],
      [
        "at its head, in an object",
        item("a").slice(item("a").indexOf("\n") + 1) + item("b") + tail,
        ["b"],
        ["cut-list"],
      ],
      ["at its head, before an object", item("a") + item("b") + tail, ["a", "b"], []],
      [
        "at both ends",
        item("a").slice(item("a").indexOf("\n") + 1) + item("b") + item("c").slice(0, 80),
        ["b"],
        ["cut-list"],
      ],
      ["JSON at its tail", json.slice(0, json.lastIndexOf("metadata")), ["a", "b"], ["cut-list"]],
      ["JSON at its head", json.slice(json.indexOf("metadata")), ["b", "c"], ["cut-list"]],
      ["JSON with one object", json.slice(0, 100), [], ["cut-list"]],
    ];
  test.for(rows)("%s", ([, text, names, codes]) => {
    const { conditions, ...rest } = read(text);
    expect([conditions.map(([name]) => name), [...new Set(rest.codes)]]).toEqual([names, codes]);
  });
});

describe("a part of an object is completed", () => {
  const rows: readonly (readonly [title: string, text: string, statuses: readonly unknown[]])[] = [
    ["one condition", "type: Ready\nstatus: 'False'\n", [{ conditions: [{ type: "Ready", status: "False" }] }]],
    ["a phase", "phase: Failed\nmessage: no\n", [{ phase: "Failed", message: "no" }]],
    ["counts", "replicas: 3\nreadyReplicas: 1\n", [{ replicas: 3, readyReplicas: 1 }]],
    ["a generation", "observedGeneration: 4\nstate: x\n", [{ observedGeneration: 4, state: "x" }]],
    [
      "conditions of JSON on one line",
      '[{"type":"Ready","status":"False"}]',
      [{ conditions: [{ type: "Ready", status: "False" }] }],
    ],
    [
      "conditions of JSON without their brackets",
      '   {"type":"Ready","status":"False"},\n   {"type":"Up","status":"True"},\n',
      [
        {
          conditions: [
            { type: "Ready", status: "False" },
            { type: "Up", status: "True" },
          ],
        },
      ],
    ],
    ["fields of JSON", '    "phase": "Failed",\n    "conditions": [\n    ],\n', [{ phase: "Failed", conditions: [] }]],
    ["fields of JSON with brackets after them", '"status": {\n "phase": "Failed"\n}\n}\n', [{ phase: "Failed" }]],
    ["fields of JSON that are cut", '"status": {\n "phase": "Failed",\n "conditions": [\n', []],
    ["values of a chart", "replicas: 3\nphase: 1\n", []],
    ["an environment", "phase: production\n", []],
  ];
  test.for(rows)("%s", ([, text, statuses]) => {
    expect(readPasted(text, "x").objects.map(({ status }) => status)).toEqual(statuses);
  });
});

test("of the events of a watch the last one counts, and what was deleted is gone", () => {
  const event = (type: string, name: string, phase: string): string =>
    JSON.stringify({ type, object: { apiVersion: "a.io/v1", kind: "W", metadata: { name }, status: { phase } } });
  const text = [
    event("ADDED", "a", "x"),
    event("ADDED", "b", "x"),
    event("MODIFIED", "a", "y"),
    event("DELETED", "b", "x"),
  ];
  const { objects, steps } = readPasted(text.join("\n"), "x");
  expect(steps).toEqual(["watch-events"]);
  expect(objects.map(({ ref, status }) => [ref.name, status])).toEqual([
    ["a", { phase: "x" }],
    ["a", { phase: "y" }],
  ]);
});
