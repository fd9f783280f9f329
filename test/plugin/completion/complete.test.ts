import { describe, expect, test } from "vitest";
import { commandNames } from "../../../plugin/cli/commands.ts";
import { allFlags, isFlagOf } from "../../../plugin/cli/flags.ts";
import { describeFlag } from "../../../plugin/cli/help.ts";
import { listBashReplies, splitBashLine } from "../../../plugin/completion/bash-line.ts";
import type { CompletionReply, DynamicChoices, LookUp } from "../../../plugin/completion/choices.ts";
import { completeWords } from "../../../plugin/completion/reply.ts";

const noFiles = 4;
const noSpace = 2;
const folders = 16;

const known = {
  context: ["admin@prod", "arn:aws:eks:eu:1:cluster/a", "my ctx", "prod"],
  cluster: ["near", "far"],
  user: ["me", "you"],
  namespace: ["default", "kubevirt-hyperconverged"],
  name: ["kubevirt-hyperconverged", "other"],
  type: ["deployments.apps", "organizations.greenhouse.sap", "pods"],
  "deploy/": ["one", "other"],
  "gate code": ["Degraded", "Deleting", "Stale"],
  "inventory cluster": ["fleet/twice", "prod-1"],
  "inventory label": ["tier", "topology.example/zone"],
  "known kind": ["Rollout"],
  explanation: ["CrashLoopBackOff", "Degraded"],
  component: ["CDI", "KubeVirt"],
} satisfies Readonly<Partial<Record<DynamicChoices, readonly string[]>>>;

const lookUp: LookUp = async (what) =>
  (known as Readonly<Partial<Record<DynamicChoices, readonly string[]>>>)[what] ?? [];

/** `line` as a shell would cut it; a space at its end begins a new word. */
async function completeLine(
  line: string,
  find: LookUp = lookUp,
): Promise<CompletionReply & { readonly values: readonly string[] }> {
  const completion = await completeWords(line.split(" "), find);
  return { ...completion, values: completion.choices.map(({ value }) => value) };
}

describe("a word becomes what may stand there, and nothing else", () => {
  const rows: [line: string, values: readonly string[], directive: number][] = [
    ["--con", ["--contexts", "--context"], noFiles],
    ["--as-", ["--as-group", "--as-uid", "--as-user-extra"], noFiles],
    ["-n", ["-n"], noFiles],
    ["--nonsense", [], noFiles],
    ["-Z", [], noFiles],
    // What was given need not be given again, unless each one counts.
    ["--context prod --con", ["--contexts"], noFiles],
    ["--inventory-cluster p", ["prod-1"], noFiles],
    ["--inventory -L tier,t", ["tier,topology.example/zone"], noFiles],
    ["--inventory-providers p", [], 0],
    ["--context=prod --con", ["--contexts"], noFiles],
    ["-n default --namesp", [], noFiles],
    ["-An x --all", ["--all-contexts"], noFiles],
    ["-f a --filen", ["--filename"], noFiles],
    ["--as-group a --as-g", ["--as-group"], noFiles],
    ["--nonsense --con", ["--contexts", "--context"], noFiles],
    // Values, in each way to write them.
    ["--color ", ["auto", "always", "never"], noFiles],
    ["--color a", ["auto", "always"], noFiles],
    ["--color=a", ["auto", "always"], noFiles],
    ["--rules=st", ["status-doc"], noFiles],
    ["--ascii=", ["true", "false"], noFiles],
    ["--nonsense=", [], noFiles],
    ["-o w", ["wide"], noFiles],
    ["-o=w", ["wide"], noFiles],
    ["-ow", ["-owide"], noFiles],
    ["-Aow", ["-Aowide"], noFiles],
    ["--output custom-columns=", ["custom-columns="], noFiles | noSpace],
    ["-o json", ["json", "jsonpath=", "jsonpath-as-json=", "jsonpath-file="], noFiles | noSpace],
    ["-o jsonpath={", [], noFiles],
    ["--width ", [], noFiles],
    ["--token ", [], noFiles],
    // A level may come after -v, and need not.
    ["-v --kubec", ["--kubeconfig"], noFiles],
    ["-v 6 --kubec", ["--kubeconfig"], noFiles],
    // Files and folders are the shell's.
    ["-f ", [], 0],
    ["-f dump", [], 0],
    ["--filename=dump", [], 0],
    ["-fdump", [], noFiles],
    ["--kubeconfig ", [], 0],
    ["--client-key=", [], 0],
    ["-o jsonpath-file=t", [], 0],
    ["-o custom-columns-file=", [], 0],
    ["--cache-dir ", [], folders],
    // What a kubeconfig and a cluster know.
    ["--context ", known.context, noFiles],
    ["--context=arn:", ["arn:aws:eks:eu:1:cluster/a"], noFiles],
    ["--cluster n", ["near"], noFiles],
    ["--user=y", ["you"], noFiles],
    ["-n k", ["kubevirt-hyperconverged"], noFiles],
    ["-nk", ["-nkubevirt-hyperconverged"], noFiles],
    ["-n=k", ["kubevirt-hyperconverged"], noFiles],
    ["-An ", known.namespace, noFiles],
    // Names, and the commands where nothing stands yet.
    ["", [...commandNames, ...known.name], noFiles],
    ["o", ["options", "other", "organizations.greenhouse.sap"], noFiles],
    ["-n default ", known.name, noFiles],
    ["--ascii o", ["other", "organizations.greenhouse.sap"], noFiles],
    ["-- o", ["other", "organizations.greenhouse.sap"], noFiles],
    // Types, and what there is of one.
    ["deploym", ["deployments.apps"], noFiles],
    ["deploy/", ["deploy/one", "deploy/other"], noFiles],
    ["deploy/ot", ["deploy/other"], noFiles],
    ["deploy/one deploy/", ["deploy/one", "deploy/other"], noFiles],
    ["deploy/one p", ["pods"], noFiles],
    ["deploy ", ["one", "other"], noFiles],
    ["deploy other o", ["one"], noFiles],
    ["-l a=b de", ["deployments.apps"], noFiles],
    ["-l a=b deploy ", [], noFiles],
    ["-l a=b deploy/", [], noFiles],
    ["nonsense/", [], noFiles],
    ["/", [], noFiles],
    ["--must-gather ", [], 0],
    ["--must-gather=a", [], 0],
    ["--polarity s", [], 0],
    ["--profile g", ["greenhouse", "generic"], noFiles],
    ["-- --con", [], noFiles],
    ["other ", [], noFiles],
    ["other --kubec", ["--kubeconfig"], noFiles],
    ["-l a=b ", [], noFiles],
    ["completion ", ["bash", "zsh", "fish"], noFiles],
    ["completion z", ["zsh"], noFiles],
    ["completion bash ", [], noFiles],
    ["options ", [], noFiles],
    ["version ", [], noFiles],
    // Behind a command that reads what a report reads stands what a report is given.
    ["wait ", known.name, noFiles],
    ["wait d", ["deployments.apps"], noFiles],
    ["wait deploy/", ["deploy/one", "deploy/other"], noFiles],
    ["wait deploy o", ["one", "other"], noFiles],
    ["wait other ", [], noFiles],
    ["-n default wait ", known.name, noFiles],
    ["snapshot ", known.name, noFiles],
    ["snapshot deploy one ", ["other"], noFiles],
    ["gate ", ["upgrade"], noFiles],
    ["gate n", [], noFiles],
    ["gate upgrade ", known.name, noFiles],
    ["gate upgrade k", ["kubevirt-hyperconverged"], noFiles],
    // Other commands take other words.
    ["diff ", [], 0],
    ["diff a.json b", [], 0],
    ["diff a.json b.json ", [], noFiles],
    ["explain ", known.explanation, noFiles],
    ["logs ", known.component, noFiles],
    ["logs K", ["KubeVirt"], noFiles],
    ["logs CDI ", [], noFiles],
    ["logs -- ", [], noFiles],
    ["logs --dr", ["--dry-run"], noFiles],
    ["permissions ", [], noFiles],
    ["permissions de", ["deployments.apps"], noFiles],
    ["permissions pods ", [], noFiles],
    ["permissions pods,o", ["pods,organizations.greenhouse.sap"], noFiles],
    ["permissions -o ", ["json", "yaml"], noFiles],
    ["explain Degraded ", ["CrashLoopBackOff"], noFiles],
    ["explain --kinds ", known["known kind"], noFiles],
    ["help ", commandNames, noFiles],
    ["help wa", ["wait"], noFiles],
    ["help wait ", [], noFiles],
    // A command has flags of its own, and not those that say nothing to it.
    ["--fo", [], noFiles],
    ["--acc", [], noFiles],
    ["wait --fo", ["--for"], noFiles],
    ["wait --dee", [], noFiles],
    ["wait --wat", [], noFiles],
    ["gate upgrade --acc", ["--accept"], noFiles],
    ["gate upgrade --fo", [], noFiles],
    [
      "explain --",
      ["--polarity", "--output", "--kinds", "--color", "--ascii", "--width", "--version", "--help"],
      noFiles,
    ],
    ["version --", ["--output", "--version", "--help"], noFiles],
    // So have they values of their own.
    ["wait -o ", ["text", "json"], noFiles],
    ["gate upgrade -o ", ["text", "json", "yaml", "plain"], noFiles],
    ["diff a b --output=", ["text", "json", "yaml"], noFiles],
    ["explain -oy", ["-oyaml"], noFiles],
    ["-w -o ", ["text", "wide", "json", "plain"], noFiles],
    ["--all-contexts -o j", ["json", "junit", "jsonpath=", "jsonpath-as-json=", "jsonpath-file="], noFiles | noSpace],
    ["--contexts a -o h", [], noFiles],
    ["--contexts a -o m", [], noFiles],
    ["snapshot -o ", [], 0],
    ["snapshot --output=js", [], 0],
    [
      "wait --for ",
      ["healthy", "available", "upgradeable", "upgraded", "create", "deleted", "condition="],
      noFiles | noSpace,
    ],
    ["wait --for=up", ["upgradeable", "upgraded"], noFiles],
    ["wait --for c", ["create", "condition="], noFiles | noSpace],
    ["wait --for condition=", ["condition="], noFiles | noSpace],
    ["wait --for condition=Av", [], noFiles],
    ["wait --timeout ", [], noFiles],
    // Lists with commas.
    ["--contexts ", known.context, noFiles],
    ["--contexts p", ["prod"], noFiles],
    ["--contexts prod,a", ["prod,admin@prod", "prod,arn:aws:eks:eu:1:cluster/a"], noFiles],
    ["--contexts=prod,", ["prod,admin@prod", "prod,arn:aws:eks:eu:1:cluster/a", "prod,my ctx"], noFiles],
    ["--contexts a --contexts pr", ["prod"], noFiles],
    ["gate upgrade --accept D", ["Degraded", "Deleting"], noFiles],
    ["gate upgrade --accept Stale,D", ["Stale,Degraded", "Stale,Deleting"], noFiles],
    ["gate upgrade --accept=Stale,Degraded,", ["Stale,Degraded,Deleting"], noFiles],
  ];
  test.for(rows)("%s", async ([line, values, directive]) => {
    const completion = await completeLine(line);
    expect([completion.values, completion.directive]).toEqual([values, directive]);
  });
});

describe.for([undefined, ...commandNames])("every flag that %s takes", (command) => {
  const before = command === undefined ? "" : `${command} `;
  const spellings = allFlags
    .filter((flag) => isFlagOf(flag, command))
    .flatMap((flag) => [
      ...(flag.name.length > 1 ? [[`--${flag.name}`, describeFlag(flag, command)] as const] : []),
      ...(flag.short === undefined ? [] : [[`-${flag.short}`, describeFlag(flag, command)] as const]),
    ]);

  test("is offered after a dash, with the help's words", async () => {
    const { choices } = await completeLine(`${before}-`);
    expect(choices.map(({ value }) => value)).toEqual(spellings.map(([spelling]) => spelling));
    expect(choices.map(({ description }) => description)).toEqual(spellings.map(([, said]) => said));
  });

  test.for(spellings)("%s is one of the choices of each of its beginnings", async ([spelling]) => {
    for (let length = 1; length <= spelling.length; length += 1) {
      const { values } = await completeLine(before + spelling.slice(0, length));
      expect(values).toContain(spelling);
      expect(values.every((value) => value.startsWith(spelling.slice(0, length)))).toBe(true);
    }
  });
});

test("what -o is to a command stands beside it", async () => {
  const listDescriptions = async (line: string): Promise<unknown> =>
    (await completeLine(line)).choices.map(({ description }) => description);
  expect(await listDescriptions("--output")).toEqual(["Print text|wide|json|yaml|html|... (default text)"]);
  expect(await listDescriptions("wait --output")).toEqual(["Print text|json (default text)"]);
  expect(await listDescriptions("snapshot --output")).toEqual([
    "Write to this file, or - for standard output (default -)",
  ]);
});

describe("kubeconfig, cluster, must-gather and files are read only if the words before need them", () => {
  const rows: [line: string, what: DynamicChoices | undefined, before: readonly string[]][] = [
    ["--con", undefined, []],
    ["-", undefined, []],
    ["--color ", undefined, []],
    ["-f a ", "name", ["-f", "a"]],
    ["--must-gather a deploy/v", "deploy/", ["--must-gather", "a"]],
    ["--kubeconfig k --context a", "context", ["--kubeconfig", "k"]],
    ["--kubeconfig=k --context=a", "context", ["--kubeconfig=k"]],
    ["--context a -n ", "namespace", ["--context", "a"]],
    ["--context a -n k ", "name", ["--context", "a", "-n", "k"]],
    ["--context a deploy/v", "deploy/", ["--context", "a"]],
    ["deploy --context a v", "deploy/", ["deploy", "--context", "a"]],
    ["-l a=b d", "type", ["-l", "a=b"]],
    ["--kubeconfig k --contexts a,", "context", ["--kubeconfig", "k"]],
    ["wait -n a d/v", "d/", ["wait", "-n", "a"]],
    ["--context hub --inventory-cluster p", "inventory cluster", ["--context", "hub"]],
    ["wait --inventory-cluster=p", "inventory cluster", ["wait"]],
    ["--inventory -L tier,", "inventory label", ["--inventory"]],
    ["--inventory --inventory-providers ", undefined, ["--inventory"]],
    ["diff a", undefined, []],
    ["wait --for ", undefined, []],
    ["gate up", undefined, []],
    ["gate upgrade --accept a", "gate code", ["gate", "upgrade"]],
    ["explain a", "explanation", ["explain"]],
  ];
  test.for(rows)("%s", async ([line, what, before]) => {
    const asked: unknown[] = [];
    await completeLine(line, async (...question) => {
      asked.push(question);
      return [];
    });
    expect(asked).toEqual(what === undefined ? [] : [[what, before]]);
  });
});

// The default of bash.
const breaks = " \t\n\"'@><=;|&(:";
const around = { variables: { HOME: "/home/dev", CTX: "prod" }, home: "/home/dev" };

describe("a line of bash is taken apart by its own rules, and nothing in it is run", () => {
  const rows: [line: string, words: readonly string[], kept: number, quote: string][] = [
    ["p ", [""], 0, ""],
    ["p --con", ["--con"], 0, ""],
    ["p  -n  x ", ["-n", "x", ""], 0, ""],
    ["A=1 B='x y' p --con", ["--con"], 0, ""],
    ["p --context=ar", ["--context=ar"], 10, ""],
    ["p --context arn:aws:e", ["--context", "arn:aws:e"], 8, ""],
    ["p --contexts a@b,c", ["--contexts", "a@b,c"], 1, ""],
    ["p --context my\\ c", ["--context", "my c"], 0, ""],
    ["p --context arn\\:a", ["--context", "arn:a"], 0, ""],
    ["p --context 'my c", ["--context", "my c"], 0, "'"],
    ["p --context='my c", ["--context=my c"], 10, "'"],
    ['p "a\\"b" "c\\d', ['a"b', "c\\d"], 0, '"'],
    ["p 'a' ''", ["a", ""], 0, ""],
    ["p 'a\\' b", ["a\\", "b"], 0, ""],
    ["p --kubeconfig ~/k ''", ["--kubeconfig", "/home/dev/k", ""], 0, ""],
    ["p a~b '~' x", ["a~b", "~", "x"], 0, ""],
    [`p $CTX "\${CTX}" '$CTX' \\$CTX`, ["prod", "prod", "$CTX", "$CTX"], 0, ""],
    ["p $UNKNOWN x", ["$UNKNOWN", "x"], 0, ""],
    ["p $(reboot) `reboot` x", ["$(reboot)", "`reboot`", "x"], 0, ""],
  ];
  test.for(rows)("%s", ([line, words, kept, quote]) => {
    expect(splitBashLine(line, breaks, around)).toEqual({ words, kept, quote });
  });
});

describe("what bash puts into the line is what was chosen, whatever the line began with", () => {
  const values = [
    "plain",
    "my ctx",
    "it's",
    'a"b',
    "a\\b",
    "arn:aws:x/y",
    "admin@prod",
    "ä-ö",
    "!x",
    "*",
    "a=b",
    "~x",
    "#1",
  ];
  const written: readonly ((value: string) => string)[] = [
    (value) => value.replace(/[^\w]/g, "\\$&"),
    (value) => `'${value.replaceAll("'", "'\\''")}`,
    (value) => `"${value.replace(/[\\"$`]/g, "\\$&")}`,
  ];
  const rows = values.flatMap((value) =>
    written.flatMap((write, way) =>
      ["--context ", "--context="].map((flag) => [value, flag, way, write(value)] as const),
    ),
  );
  test.for(rows)("%s after %s, written in way %i", ([value, flag, , whole]) => {
    for (const breakers of [breaks, " \t\n"]) {
      const open = `p ${flag}${whole}`;
      const line = splitBashLine(open, breakers, around);
      const [reply = ""] = listBashReplies(line, [{ value }], { type: "9", columns: 80 });
      // Readline keeps what it has and puts the reply behind it, so both together must read as the choice.
      const before = line.words.at(-1)?.slice(0, line.kept) ?? "";
      const read = splitBashLine(`p ${line.quote}${reply}`, breakers, around).words.at(-1);
      expect(before + read).toBe(`${flag.endsWith("=") ? flag : ""}${value}`);
    }
  });
});

describe("bash shows beside each of several choices what it means", () => {
  const line = splitBashLine("p --a", breaks, around);
  const choices = [
    { value: "--as", description: "act as this user" },
    { value: "--ascii", description: "draw with ASCII only" },
  ];
  const rows: [type: string, columns: number, replies: readonly string[]][] = [
    ["9", 80, ["--as     (act as this user)", "--ascii  (draw with ASCII only)"]],
    ["", 80, ["--as     (act as this user)", "--ascii  (draw with ASCII only)"]],
    ["63", 20, ["--as     (act as th", "--ascii  (draw with"]],
    ["63", 3, ["--as", "--ascii"]],
    // Menu completion and insert-completions put them into the line.
    ["37", 80, ["--as", "--ascii"]],
    ["42", 80, ["--as", "--ascii"]],
  ];
  test.for(rows)("COMP_TYPE %s at %i columns", ([type, columns, replies]) => {
    expect(listBashReplies(line, choices, { type, columns })).toEqual(replies);
  });

  test("bash shows a single choice without its description", () => {
    expect(listBashReplies(line, choices.slice(0, 1), { type: "9", columns: 80 })).toEqual(["--as"]);
  });
});
