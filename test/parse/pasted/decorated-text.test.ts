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
  const rows = [
    {
      rule: "cat -n",
      text: each((text, number) => `${padNumber(number, 6)}\t${text}`),
      steps: ["line-numbers"],
    },
    { rule: "grep -n", text: each((text, number) => `${number}:${text}`), steps: ["line-numbers"] },
    {
      rule: "grep -n -A",
      text: each((text, number) => `${number}${number === 1 ? ":" : "-"}${text}`),
      steps: ["line-numbers"],
    },
    { rule: "grep -Hn", text: each((text, number) => `w.yaml:${number}:${text}`), steps: ["line-numbers"] },
    {
      rule: "less -N",
      text: each((text, number) => `${padNumber(number, 7)} ${text}`),
      steps: ["line-numbers"],
    },
    {
      rule: "an editor, from line 12",
      text: each((text, number) => `${padNumber(number + 11, 3)} ${text}`),
      steps: ["line-numbers"],
    },
    {
      rule: "bat",
      text: `─────┬────\n     │ File: w.yaml\n─────┼────\n${each((text, number) => `${padNumber(number, 4)} │ ${text}`)}─────┴────\n`,
      steps: ["line-numbers"],
    },
    {
      rule: "a command and numbers",
      text: `$ cat -n w\n${each((text, number) => `${number}\t${text}`)}`,
      steps: ["shell", "line-numbers"],
    },
    { rule: "a line with + each", text: each((text) => `+${text}`), steps: ["diff"] },
    {
      rule: "a new file of git",
      text: `diff --git a/w b/w\nnew file mode 100644\n--- /dev/null\n+++ b/w\n@@ -0,0 +1,${lines.length} @@\n${each((text) => `+${text}`)}`,
      steps: ["diff"],
    },
    { rule: "colours", text: colourKeys(esc), steps: ["colours"] },
    { rule: "colours as cat -v shows them", text: colourKeys("^["), steps: ["colours"] },
    { rule: "colours without their first character", text: colourKeys(""), steps: ["colours"] },
    { rule: "HTML", text: widget.replaceAll('"', "&quot;"), steps: ["entities"] },
    { rule: "curly quotes", text: widget.replaceAll(/"(.*)"/g, "“$1”"), steps: ["curly-quotes"] },
    { rule: "hard spaces", text: each((text) => text.replace(/ {2}/g, "\u00a0 ")), steps: ["spaces"] },
    { rule: "characters without a width", text: widget.replace("kind", "\u200bkind"), steps: ["spaces"] },
    { rule: "tabs for each level", text: each((text) => text.replace(/ {2}/g, "\t")), steps: ["tabs"] },
    { rule: "a tab before each line", text: each((text) => `\t${text}`), steps: ["tabs"] },
    { rule: "a block of Jira", text: `see\n{noformat}\n${widget}{noformat}\nthanks\n`, steps: ["fences"] },
    {
      rule: "a block of Jira with a language",
      text: `see\n{code:yaml}\n${widget}{code}\nthanks: all\n`,
      steps: ["fences"],
    },
    { rule: "a block of a forum", text: `[code]\n${widget}[/code]\n`, steps: ["fences"] },
    { rule: "a block of HTML", text: `<pre>\n${widget}</pre>\n`, steps: ["fences"] },
    { rule: "a block of Slack", text: `look \n\`\`\`${widget.trimEnd()}\`\`\`\nplease\n`, steps: ["fences"] },
    {
      rule: "quotes in an item of Markdown",
      text: `1. I saw\n\n${each((text) => `   > ${text}`)}\n2. and more\n3. a\n4. b\n5. c\n6. d\n7. e\n`,
      steps: ["quotes"],
    },
    {
      rule: "a here document",
      text: `$ cat <<EOF | kubectl apply -f -\n${widget}EOF\nwidget.acme.io/w created\n`,
      steps: ["shell"],
    },
    { rule: "a here document in quotes", text: `kubectl apply -f - <<'END'\n${widget}END\n`, steps: ["shell"] },
    { rule: "a mail", text: `From: a@b\nSubject: help\n\nHi,\n\n${widget}\nRegards\nBob\n`, steps: ["prose"] },
    {
      rule: "a session with script",
      text: `Script started\n$ oc get\n${widget}$ exit\nScript done\n`,
      steps: ["shell", "prose"],
    },
    { rule: "a fence whose first line was not copied", text: `${widget}\`\`\`\n`, steps: ["fences"] },
    {
      rule: "Windows' line ends and a mark",
      text: `\uFEFF$ oc get\r\n${widget.replaceAll("\n", "\r\n")}`,
      steps: ["shell"],
    },
  ];
  const expected = [["w", "Ready=False there is no bucket\n\nof this name"]];
  test.for(rows)("$rule", ({ text, steps }) => {
    expect(read(text)).toEqual({ conditions: expected, codes: [], steps });
  });
});

describe("what is left of a text is not read where a part may be missing", () => {
  const rows = [
    {
      rule: "a missing line number",
      text: each((text, number) => (number === 11 ? "" : `${number}:${text}`)).replace(/^\n/m, ""),
    },
    {
      rule: "a line without a number",
      text: each((text, number) => (number === 11 ? `   ${text}` : `${padNumber(number, 3)} ${text}`)),
    },
    { rule: "the end of an object before another", text: `      status: "False"\n  phase: Failed\n${widget}` },
    { rule: "a sentence inside an object", text: widget.replace("status:", "and then I saw\nstatus:") },
    { rule: "tabs beside blanks", text: each((text) => text.replace(/ {4}/g, "\t")) },
  ];
  test.for(rows)("$rule", ({ text }) => {
    expect(read(text).conditions).toEqual([]);
  });
  const hunk = "@@ -10,4 +10,4 @@";
  test.for([
    {
      rule: "a change",
      text: `--- a/w\n+++ b/w\n${hunk}\n status:\n-  phase: Failed\n+  phase: Running\n`,
      code: "partial-diff",
    },
    {
      rule: "a hunk alone",
      text: `${hunk}\n conditions:\n   - type: Ready\n-    status: "False"\n+    status: "True"\n`,
      code: "partial-diff",
    },
    {
      rule: "a new file that is cut",
      text: `--- /dev/null\n+++ b/w\n@@ -0,0 +1,99 @@\n${each((text) => `+${text}`)}`,
      code: "partial-diff",
    },
    {
      rule: "a table of events",
      text: "LAST SEEN   TYPE      REASON\n3m          Warning   BackOff\n",
      code: "printed-table",
    },
    {
      rule: "a table without a header",
      text: "web-1   0/1   Running   0   10m\nweb-2   1/1   Running   0   2d3h\n",
      code: "printed-table",
    },
    {
      rule: "a wide table",
      text: "NAME   READY   NOMINATED NODE   READINESS GATES\nw   0/1   <none>   <none>\n",
      code: "printed-table",
    },
  ] as const)("$rule", ({ text, code }) => {
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
  const rows = [
    {
      rule: "at its tail, in an object",
      text: head + item("a") + item("b").slice(0, 120),
      names: ["a"],
      codes: ["cut-list"],
    },
    {
      rule: "at its tail, in a text",
      text: head + item("a") + item("b").slice(0, -3),
      names: ["a"],
      codes: ["cut-list"],
    },
    {
      rule: "at its tail, between two lines",
      text: head + item("a") + item("b"),
      names: ["a"],
      codes: ["cut-list"],
    },
    {
      rule: "at its head, in an object",
      text: item("a").slice(item("a").indexOf("\n") + 1) + item("b") + tail,
      names: ["b"],
      codes: ["cut-list"],
    },
    { rule: "at its head, before an object", text: item("a") + item("b") + tail, names: ["a", "b"], codes: [] },
    {
      rule: "at both ends",
      text: item("a").slice(item("a").indexOf("\n") + 1) + item("b") + item("c").slice(0, 80),
      names: ["b"],
      codes: ["cut-list"],
    },
    {
      rule: "JSON at its tail",
      text: json.slice(0, json.lastIndexOf("metadata")),
      names: ["a", "b"],
      codes: ["cut-list"],
    },
    {
      rule: "JSON at its head",
      text: json.slice(json.indexOf("metadata")),
      names: ["b", "c"],
      codes: ["cut-list"],
    },
    { rule: "JSON with one object", text: json.slice(0, 100), names: [], codes: ["cut-list"] },
  ];
  test.for(rows)("$rule", ({ text, names, codes }) => {
    const { conditions, ...rest } = read(text);
    expect([conditions.map(([name]) => name), [...new Set(rest.codes)]]).toEqual([names, codes]);
  });
});

describe("a part of an object is completed", () => {
  const rows = [
    {
      rule: "one condition",
      text: "type: Ready\nstatus: 'False'\n",
      statuses: [{ conditions: [{ type: "Ready", status: "False" }] }],
    },
    { rule: "a phase", text: "phase: Failed\nmessage: no\n", statuses: [{ phase: "Failed", message: "no" }] },
    { rule: "counts", text: "replicas: 3\nreadyReplicas: 1\n", statuses: [{ replicas: 3, readyReplicas: 1 }] },
    {
      rule: "a generation",
      text: "observedGeneration: 4\nstate: x\n",
      statuses: [{ observedGeneration: 4, state: "x" }],
    },
    {
      rule: "conditions of JSON on one line",
      text: '[{"type":"Ready","status":"False"}]',
      statuses: [{ conditions: [{ type: "Ready", status: "False" }] }],
    },
    {
      rule: "conditions of JSON without their brackets",
      text: '   {"type":"Ready","status":"False"},\n   {"type":"Up","status":"True"},\n',
      statuses: [
        {
          conditions: [
            { type: "Ready", status: "False" },
            { type: "Up", status: "True" },
          ],
        },
      ],
    },
    {
      rule: "fields of JSON",
      text: '    "phase": "Failed",\n    "conditions": [\n    ],\n',
      statuses: [{ phase: "Failed", conditions: [] }],
    },
    {
      rule: "fields of JSON with brackets after them",
      text: '"status": {\n "phase": "Failed"\n}\n}\n',
      statuses: [{ phase: "Failed" }],
    },
    {
      rule: "fields of JSON that are cut",
      text: '"status": {\n "phase": "Failed",\n "conditions": [\n',
      statuses: [],
    },
    { rule: "values of a chart", text: "replicas: 3\nphase: 1\n", statuses: [] },
    { rule: "an environment", text: "phase: production\n", statuses: [] },
  ];
  test.for(rows)("$rule", ({ text, statuses }) => {
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
