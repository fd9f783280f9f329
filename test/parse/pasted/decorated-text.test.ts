import { describe, expect, test } from "vitest";
import { conditionsAt } from "../../../shared/parse/conditions.ts";
import { restoreCharacters } from "../../../shared/parse/pasted/plain-characters.ts";
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
const mapLines = (line: (text: string, number: number) => string): string =>
  `${lines.map((text, index) => line(text, index + 1)).join("\n")}\n`;
const padNumber = (number: number, width: number): string => `${number}`.padStart(width);
const escapeCharacter = "\u001b";
const colorKeys = (begin: string): string =>
  mapLines((text) => text.replace(/^(\s*(?:- )?)(\w+):/, `$1${begin}[36m$2${begin}[0m:`));

function readText(text: string) {
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

describe("an object is read without what a program wrote around or before its lines", () => {
  const rows = [
    {
      rule: "cat -n",
      text: mapLines((text, number) => `${padNumber(number, 6)}\t${text}`),
      steps: ["line-numbers"],
    },
    { rule: "grep -n", text: mapLines((text, number) => `${number}:${text}`), steps: ["line-numbers"] },
    {
      rule: "grep -n -A",
      text: mapLines((text, number) => `${number}${number === 1 ? ":" : "-"}${text}`),
      steps: ["line-numbers"],
    },
    { rule: "grep -Hn", text: mapLines((text, number) => `w.yaml:${number}:${text}`), steps: ["line-numbers"] },
    {
      rule: "less -N",
      text: mapLines((text, number) => `${padNumber(number, 7)} ${text}`),
      steps: ["line-numbers"],
    },
    {
      rule: "an editor, from line 12",
      text: mapLines((text, number) => `${padNumber(number + 11, 3)} ${text}`),
      steps: ["line-numbers"],
    },
    {
      rule: "bat with its frame",
      text: `─────┬────\n     │ File: w.yaml\n─────┼────\n${mapLines((text, number) => `${padNumber(number, 4)} │ ${text}`)}─────┴────\n`,
      steps: ["line-numbers"],
    },
    {
      rule: "a command with cat -n below it",
      text: `$ cat -n w\n${mapLines((text, number) => `${number}\t${text}`)}`,
      steps: ["shell", "line-numbers"],
    },
    { rule: "a + before each line", text: mapLines((text) => `+${text}`), steps: ["diff"] },
    {
      rule: "a new file of git diff",
      text: `diff --git a/w b/w\nnew file mode 100644\n--- /dev/null\n+++ b/w\n@@ -0,0 +1,${lines.length} @@\n${mapLines((text) => `+${text}`)}`,
      steps: ["diff"],
    },
    { rule: "colours", text: colorKeys(escapeCharacter), steps: ["colours"] },
    { rule: "colours as cat -v shows them", text: colorKeys("^["), steps: ["colours"] },
    { rule: "colours without their first character", text: colorKeys(""), steps: ["colours"] },
    { rule: "HTML entities", text: widget.replaceAll('"', "&quot;"), steps: ["entities"] },
    { rule: "curly quotes", text: widget.replaceAll(/"(.*)"/g, "“$1”"), steps: ["curly-quotes"] },
    { rule: "hard spaces", text: mapLines((text) => text.replace(/ {2}/g, "\u00a0 ")), steps: ["spaces"] },
    { rule: "characters without a width", text: widget.replace("kind", "\u200bkind"), steps: ["spaces"] },
    { rule: "tabs for each level", text: mapLines((text) => text.replace(/ {2}/g, "\t")), steps: ["tabs"] },
    { rule: "a tab before each line", text: mapLines((text) => `\t${text}`), steps: ["tabs"] },
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
      rule: "a quote in an item of a Markdown list",
      text: `1. I saw\n\n${mapLines((text) => `   > ${text}`)}\n2. and more\n3. a\n4. b\n5. c\n6. d\n7. e\n`,
      steps: ["quotes"],
    },
    {
      rule: "a here document",
      text: `$ cat <<EOF | kubectl apply -f -\n${widget}EOF\nwidget.acme.io/w created\n`,
      steps: ["shell"],
    },
    { rule: "a here document in quotes", text: `kubectl apply -f - <<'END'\n${widget}END\n`, steps: ["shell"] },
    {
      rule: "a mail with a greeting",
      text: `From: a@b\nSubject: help\n\nHi,\n\n${widget}\nRegards\nBob\n`,
      steps: ["prose"],
    },
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
  test.for(rows)("an object in the form of $rule is read as $steps", ({ text, steps }) => {
    expect(readText(text)).toEqual({ conditions: expected, codes: [], steps });
  });
});

describe("the characters that a program changed are restored, and the number of lines stays", () => {
  test.for([
    { rule: "colours are removed", text: "phase: \x1b[31mFailed\x1b[0m\n", restored: "phase: Failed\n" },
    {
      rule: "colours as cat -v shows them are removed",
      text: "phase: ^[[31mFailed^[[0m\n",
      restored: "phase: Failed\n",
    },
    {
      rule: "a class of characters of grep stays",
      text: "grep '^[[:space:]]*a'\n",
      restored: "grep '^[[:space:]]*a'\n",
    },
    {
      rule: "a link on one line is removed",
      text: "a: \x1b]8;;https://x\x07b\x1b]8;;\x1b\\\nc: d\n",
      restored: "a: b\nc: d\n",
    },
    {
      rule: "a link whose address has a line break stays",
      text: "a: \x1b]8;;https://x\nphase: Failed\x07\n",
      restored: "a: \x1b]8;;https://x\nphase: Failed\x07\n",
    },
    {
      rule: "entities are decoded once",
      text: "type: &quot;Ready&quot;\nmessage: a &#38;lt; &#x22;b&#x22;\n",
      restored: 'type: "Ready"\nmessage: a &lt; "b"\n',
    },
    { rule: "entities that an author wrote stay", text: "message: a &lt; b\n", restored: "message: a &lt; b\n" },
    {
      rule: "odd spaces become blanks, and characters without width before a value are removed",
      text: "status:\n\u00a0\u00a0phase:\u00a0\u200bFailed\n",
      restored: "status:\n  phase: Failed\n",
    },
    { rule: "characters without width in a value stay", text: "message: a\u200db\n", restored: "message: a\u200db\n" },
    {
      rule: "curly quotes around values become straight",
      text: "type: “Ready”\n- ‘a’\nmessage: the “b”\n",
      restored: 'type: "Ready"\n- "a"\nmessage: the “b”\n',
    },
    {
      rule: "a low quote opens a value, and closes none",
      text: "type: „Ready“\ntype: “Ready„\n- ‚a’\n- ‘a‚\n",
      restored: 'type: "Ready"\ntype: “Ready„\n- "a"\n- ‘a‚\n',
    },
    { rule: "curly quotes of JSON become straight", text: "{“kind”: “W”}\n", restored: '{"kind": "W"}\n' },
  ] as const)("$rule", ({ text, restored }) => {
    expect(restoreCharacters(text).text).toBe(restored);
  });
});

describe("an object of which a line may be missing is not read", () => {
  const rows = [
    {
      rule: "an object with a missing line number is not read",
      text: mapLines((text, number) => (number === 11 ? "" : `${number}:${text}`)).replace(/^\n/m, ""),
    },
    {
      rule: "an object with a line without a number is not read",
      text: mapLines((text, number) => (number === 11 ? `   ${text}` : `${padNumber(number, 3)} ${text}`)),
    },
    {
      rule: "an object below the end of another one is not read",
      text: `      status: "False"\n  phase: Failed\n${widget}`,
    },
    { rule: "an object with a sentence in it is not read", text: widget.replace("status:", "and then I saw\nstatus:") },
    { rule: "an object with tabs beside blanks is not read", text: mapLines((text) => text.replace(/ {4}/g, "\t")) },
  ];
  test.for(rows)("$rule", ({ text }) => {
    expect(readText(text).conditions).toEqual([]);
  });
  const hunk = "@@ -10,4 +10,4 @@";
  test.for([
    {
      rule: "a change of a file is a fault",
      text: `--- a/w\n+++ b/w\n${hunk}\n status:\n-  phase: Failed\n+  phase: Running\n`,
      code: "partial-diff",
    },
    {
      rule: "a hunk without its file is a fault",
      text: `${hunk}\n conditions:\n   - type: Ready\n-    status: "False"\n+    status: "True"\n`,
      code: "partial-diff",
    },
    {
      rule: "a new file that is cut is a fault",
      text: `--- /dev/null\n+++ b/w\n@@ -0,0 +1,99 @@\n${mapLines((text) => `+${text}`)}`,
      code: "partial-diff",
    },
    {
      rule: "a table of events is a fault",
      text: "LAST SEEN   TYPE      REASON\n3m          Warning   BackOff\n",
      code: "printed-table",
    },
    {
      rule: "a table without a header is a fault",
      text: "web-1   0/1   Running   0   10m\nweb-2   1/1   Running   0   2d3h\n",
      code: "printed-table",
    },
    {
      rule: "a wide table is a fault",
      text: "NAME   READY   NOMINATED NODE   READINESS GATES\nw   0/1   <none>   <none>\n",
      code: "printed-table",
    },
  ] as const)("$rule", ({ text, code }) => {
    expect(readText(text)).toMatchObject({ conditions: [], codes: [code] });
  });
});

test("commands and fences in a field of an object belong to the field", () => {
  const script = "spec:\n  script: |\n    kubectl get pods\n    ```yaml\n    apiVersion: v1\n    kind: Pod\n    ```\n";
  const text = `$ oc get widget w -o yaml\n${widget.replace("spec:\n", script)}`;
  expect(readText(text).conditions).toEqual([["w", "Ready=False there is no bucket\n\nof this name"]]);
});

describe("the whole objects of a list that is cut are read, and the cut is a fault", () => {
  const writeItem = (name: string): string =>
    `- ${widget.replace("name: w", `name: ${name}`).trimEnd().replaceAll("\n", "\n  ")}\n`;
  const head = "apiVersion: v1\nitems:\n";
  const tail = 'kind: List\nmetadata:\n  resourceVersion: ""\n';
  const buildObject = (name: string) => ({
    apiVersion: "a.io/v1",
    kind: "W",
    metadata: { name },
    status: { phase: "Running" },
  });
  const json = JSON.stringify(
    { apiVersion: "v1", items: ["a", "b", "c"].map(buildObject), kind: "List" },
    undefined,
    4,
  );
  const rows = [
    {
      rule: "a list that ends in an object is cut",
      text: head + writeItem("a") + writeItem("b").slice(0, 120),
      names: ["a"],
      codes: ["cut-list"],
    },
    {
      rule: "a list that ends in a text is cut",
      text: head + writeItem("a") + writeItem("b").slice(0, -3),
      names: ["a"],
      codes: ["cut-list"],
    },
    {
      rule: "a list that ends between two lines is cut",
      text: head + writeItem("a") + writeItem("b"),
      names: ["a"],
      codes: ["cut-list"],
    },
    {
      rule: "a list that begins in an object is cut",
      text: writeItem("a").slice(writeItem("a").indexOf("\n") + 1) + writeItem("b") + tail,
      names: ["b"],
      codes: ["cut-list"],
    },
    {
      rule: "a list that begins before its first object is complete",
      text: writeItem("a") + writeItem("b") + tail,
      names: ["a", "b"],
      codes: [],
    },
    {
      rule: "a list that begins and ends in an object is cut",
      text: writeItem("a").slice(writeItem("a").indexOf("\n") + 1) + writeItem("b") + writeItem("c").slice(0, 80),
      names: ["b"],
      codes: ["cut-list"],
    },
    {
      rule: "JSON that ends in a list is cut",
      text: json.slice(0, json.lastIndexOf("metadata")),
      names: ["a", "b"],
      codes: ["cut-list"],
    },
    {
      rule: "JSON that begins in a list is cut",
      text: json.slice(json.indexOf("metadata")),
      names: ["b", "c"],
      codes: ["cut-list"],
    },
    {
      rule: "JSON that ends in its first object has no object",
      text: json.slice(0, 100),
      names: [],
      codes: ["cut-list"],
    },
  ];
  test.for(rows)("$rule", ({ text, names, codes }) => {
    const read = readText(text);
    expect(read.conditions.map(([name]) => name)).toEqual(names);
    expect([...new Set(read.codes)]).toEqual(codes);
  });
});

describe("a part of a status is read as the status of an object", () => {
  const rows = [
    {
      rule: "a condition alone is the conditions of a status",
      text: "type: Ready\nstatus: 'False'\n",
      statuses: [{ conditions: [{ type: "Ready", status: "False" }] }],
    },
    {
      rule: "a phase with a message is a status",
      text: "phase: Failed\nmessage: no\n",
      statuses: [{ phase: "Failed", message: "no" }],
    },
    {
      rule: "counts of replicas are a status",
      text: "replicas: 3\nreadyReplicas: 1\n",
      statuses: [{ replicas: 3, readyReplicas: 1 }],
    },
    {
      rule: "an observed generation is a status",
      text: "observedGeneration: 4\nstate: x\n",
      statuses: [{ observedGeneration: 4, state: "x" }],
    },
    {
      rule: "a JSON list of conditions is the conditions of a status",
      text: '[{"type":"Ready","status":"False"}]',
      statuses: [{ conditions: [{ type: "Ready", status: "False" }] }],
    },
    {
      rule: "JSON conditions without brackets are the conditions of a status",
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
      rule: "JSON fields are a status",
      text: '    "phase": "Failed",\n    "conditions": [\n    ],\n',
      statuses: [{ phase: "Failed", conditions: [] }],
    },
    {
      rule: "JSON fields with the brackets after them are a status",
      text: '"status": {\n "phase": "Failed"\n}\n}\n',
      statuses: [{ phase: "Failed" }],
    },
    {
      rule: "JSON fields that are cut are no status",
      text: '"status": {\n "phase": "Failed",\n "conditions": [\n',
      statuses: [],
    },
    { rule: "values of a chart are no status", text: "replicas: 3\nphase: 1\n", statuses: [] },
    { rule: "an environment is no status", text: "phase: production\n", statuses: [] },
  ];
  test.for(rows)("$rule", ({ text, statuses }) => {
    expect(readPasted(text, "x").objects.map(({ status }) => status)).toEqual(statuses);
  });
});

test("the events of a watch are read as objects, without those of a deleted object", () => {
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
