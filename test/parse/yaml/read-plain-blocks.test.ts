import { describe, expect, test } from "vitest";
import { readFirstDocument } from "../../../shared/parse/documents/first-document.ts";
import { readPlainBlocks } from "../../../shared/parse/yaml/read-plain-blocks.ts";
import { pick, randomFrom } from "../../random.ts";
import { repetitions } from "../../size.ts";

// As kubectl config writes it (client-go, tools/clientcmd), with a comment and quotes of a person.
const kubeconfig = `# of the team
apiVersion: v1
kind: Config
current-context: admin@prod
preferences: {}
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==
    insecure-skip-tls-verify: false
    server: https://10.0.0.1:6443
  name: prod
contexts:
- context:
    cluster: prod
    namespace: "kubevirt"
    user: admin
  name: admin@prod
users:
- name: admin
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: /usr/local/bin/login
      args:
      - --region
      - eu-central-1
      env: null
      interactiveMode: IfAvailable
      provideClusterInfo: true
- name: token
  user:
    token: 'abc: def'
`;

test("a kubeconfig as kubectl writes it is read without js-yaml, to the same value", () => {
  expect(readPlainBlocks(kubeconfig)).toEqual(readFirstDocument(kubeconfig, "config").value);
});

describe("a text with something else in it is left to js-yaml", () => {
  const rows: [what: string, text: string][] = [
    ["nothing", ""],
    ["only a comment", "# a\n"],
    ["a number", "a: 1\n"],
    ["a number with a sign", "a: -0x1f\n"],
    ["infinity", "a: .inf\n"],
    ["an anchor", "a: &b c\n"],
    ["an alias", "a: *b\n"],
    ["a tag", "a: !!str b\n"],
    ["a merge", "<<: {}\n"],
    ["a block scalar", "a: |\n  b\n"],
    ["a scalar of two lines", "a: b\n  c\n"],
    ["an item of two lines", "- a\n  b\n"],
    ["a comment behind a value", "a: b # c\n"],
    ["an escape", 'a: "\\u0041"\n'],
    ["a quote in quotes", "a: 'it''s'\n"],
    ["a mapping in a line", "a: {b: c}\n"],
    ["a word that is a boolean as a key", "on: a\n"],
    ["a carriage return", "a: b\r\n"],
    ["a tab", "a:\tb\n"],
    ["a letter outside ASCII", "a: ü\n"],
    ["two documents", "a: b\n---\nc: d\n"],
    ["an indentation of its own", "  a: b\n"],
    ["a line further out than its block", "a:\n    b: c\n  d: e\n"],
    ["a list beside a key", "a: b\n- c\n"],
    ["a list in a list", "a:\n- - b\n"],
    ["__proto__ as a key", "__proto__:\n  a: b\n"],
    ["nesting without end", Array.from({ length: 30 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("")],
  ];
  test.for(rows)("%s", ([, text]) => {
    expect(readPlainBlocks(text)).toBeUndefined();
  });
});

const pieces = [
  "a",
  "b: ",
  "key: ",
  "key:",
  "- ",
  "-",
  "  ",
  " ",
  "\n",
  "\n  ",
  "\n- ",
  "\n    ",
  ":",
  "#",
  " # ",
  "'",
  '"',
  "{}",
  "[]",
  "~",
  "null",
  "true",
  "no",
  "1",
  "0x1",
  "1e3",
  ".5",
  ".inf",
  "2024-01-01",
  "&x",
  "*x",
  "!",
  "|",
  "%",
  "@",
  ",",
  "?",
  "---",
  "...",
  "https://x:1/y",
  "LS0t==",
  "y",
  "=",
  "<<: ",
  "\r",
  "\t",
  "_1",
  "-x",
  "--x",
  "''",
  '""',
  "\\",
];

test("whatever it reads, js-yaml reads as the same value", () => {
  const random = randomFrom(7);
  let read = 0;
  for (let repetition = 0; repetition < repetitions(20_000); repetition += 1) {
    const isEdited = repetition % 2 === 0;
    const place = Math.floor(random() * kubeconfig.length);
    const text = isEdited
      ? kubeconfig.slice(0, place) + pick(random, pieces) + kubeconfig.slice(place + Math.floor(random() * 3))
      : Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(random, pieces)).join("");
    const value = readPlainBlocks(text);
    if (value === undefined) continue;
    read += 1;
    expect({ text, value }).toEqual({ text, value: readFirstDocument(text, "config").value });
  }
  expect(read).toBeGreaterThan(500);
});
