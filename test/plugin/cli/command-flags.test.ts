import { describe, expect, test } from "vitest";
import { type CommandName, commandNames } from "../../../plugin/cli/commands.ts";
import { allFlags, isFlagOf } from "../../../plugin/cli/flags.ts";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";

const kubectlReach = allFlags
  .filter(({ name, topic }) => topic === "cluster" && !name.startsWith("inventory"))
  .map(({ name }) => name)
  .join(" ");
const cluster = `${kubectlReach} inventory-cluster inventory-providers v`;
const objects = "namespace all-namespaces selector field-selector";
const always = "help version";

/** Every flag that a command takes; all others are refused. */
const taken: Readonly<Record<CommandName, string>> = {
  wait: `${always} ${cluster} ${objects} tree profile polarity rules output for stable-for timeout fail-fast contexts all-contexts inventory parallel`,
  gate: `${always} ${cluster} ${objects} filename recursive must-gather platform profile polarity at output plain absolute-time color ascii width accept contexts all-contexts inventory label-columns parallel`,
  diff: `${always} ${objects} deep related tree profile polarity rules at output absolute-time color ascii width`,
  explain: `${always} output color ascii width kinds polarity`,
  snapshot: `${always} ${cluster} ${objects} filename recursive must-gather deep related tree logs platform profile polarity output exit-code bundle`,
  serve: `${always} ${cluster} ${objects} deep related tree profile polarity rules listen report report-token-file`,
  logs: `${always} ${cluster} ${objects} filename recursive must-gather profile polarity dry-run`,
  permissions: `${always} ${kubectlReach} v namespace all-namespaces deep related logs platform inventory output vms name`,
  mcp: `${always} ${cluster} must-gather logs`,
  completion: always,
  options: always,
  help: always,
  version: `${always} output`,
};

/** A command line that is right but for the flag. */
const lines: Readonly<Record<CommandName, readonly string[]>> = {
  wait: ["wait"],
  gate: ["gate", "upgrade"],
  diff: ["diff", "a", "b"],
  explain: ["explain", "Degraded"],
  snapshot: ["snapshot"],
  serve: ["serve"],
  logs: ["logs", "--dry-run"],
  permissions: ["permissions"],
  mcp: ["mcp"],
  completion: ["completion", "bash"],
  options: ["options"],
  help: ["help"],
  version: ["version"],
};

const values: Readonly<Record<string, string>> = {
  output: "json",
  profile: "hco",
  rules: "operator",
  color: "never",
  at: "2026-11-21T08:30:00Z",
  width: "80",
  parallel: "2",
  v: "6",
  "request-timeout": "5s",
  "stable-for": "1s",
  timeout: "1m",
  for: "healthy",
  bundle: "x.tgz",
  listen: ":9870",
};

/** Flags that require each other. */
const beside: Readonly<Record<string, readonly string[]>> = {
  // -R says where -f looks.
  recursive: ["-f", "x"],
  report: ["--report-token-file", "x"],
  "report-token-file": ["--report"],
  parallel: ["--all-contexts"],
  "inventory-providers": ["--inventory-cluster", "x"],
  "label-columns": ["--inventory"],
};

describe.for(commandNames)("%s refuses the flags that say nothing to it, in one sentence, and no others", (command) => {
  test.for(allFlags)("$name", async (flag) => {
    const { name, value, of } = flag;
    const written = `--${name}=${value === undefined ? "true" : (values[name] ?? "x")}`;
    const given = command === "snapshot" && name === "output" ? "--output=x" : written;
    const isRight = taken[command].split(" ").includes(name);
    const options = await parseAndCheckOptions([...lines[command], given, ...((isRight && beside[name]) || [])]);
    expect(isFlagOf(flag, command)).toBe(isRight);
    if (isRight) return expect(options).not.toHaveProperty("error");
    const { error } = options as { readonly error: string };
    if (of !== undefined) return expect(error).toContain(`--${name} is a flag of ${of}: kubectl hco-status ${of} `);
    expect(error).toMatch(new RegExp(`^${command} does not support --?${name}( \\(-\\w\\))?: \\w[^.]+$`));
    // A switch that is off says nothing either.
    if (value === undefined)
      expect(await parseAndCheckOptions([...lines[command], `--${name}=false`])).not.toHaveProperty("error");
  });
});

test("a report takes all but those of a command", () => {
  const own = allFlags.filter((flag) => !isFlagOf(flag, undefined)).map(({ name }) => name);
  expect(own).toEqual([
    "for",
    "stable-for",
    "timeout",
    "fail-fast",
    "accept",
    "listen",
    "report",
    "report-token-file",
    "dry-run",
    "bundle",
    "kinds",
    "vms",
    "name",
  ]);
});

describe("the sentence says why", () => {
  const rows: [line: string, error: string][] = [
    ["explain -n x", "explain does not support --namespace (-n): it reads no objects"],
    ["explain Degraded --context x", "explain does not support --context: it reads no cluster"],
    ["diff a b --watch", "diff does not support --watch (-w): its sources do not change"],
    ["diff a b -f c", "diff does not support --filename (-f): its two arguments are the sources"],
    ["diff a b -v6", "diff does not support -v: it reads no cluster"],
    ["wait -f x", "wait does not support --filename (-f): it requires a live cluster"],
    ["wait -w", "wait does not support --watch (-w): it watches until the state is reached"],
    ["wait --at 2026-11-21T08:30:00Z", "wait does not support --at: it uses the current time"],
    ["wait --inventory -L tier", "wait does not support --label-columns (-L): it prints no table"],
    ["wait --ascii", "wait does not support --ascii: it prints plain lines"],
    ["wait --exit-code", "wait does not support --exit-code: its exit status is always its result"],
    ["wait --platform", "wait does not support --platform: it prints no checks for pipelines"],
    ["gate upgrade -w", "gate does not support --watch (-w): it checks once; use kubectl hco-status --watch"],
    ["gate upgrade --rules operator", "gate does not support --rules: its result does not depend on a rule set"],
    ["gate upgrade --tree", "gate does not support --tree: it evaluates HyperConvergeds"],
    ["gate upgrade --deep", "gate does not support --deep: it reads only the objects that it needs"],
    ["serve -f x", "serve does not support --filename (-f): it requires a live cluster"],
    ["serve -w", "serve does not support --watch (-w): it always watches"],
    ["serve -o json", "serve does not support --output (-o): it serves the present state as metrics"],
    ["serve --report", "--report and --report-token-file require each other"],
    ["serve --report-token-file x", "--report and --report-token-file require each other"],
    ["serve --listen 9870", 'invalid argument "9870" for "--listen": use HOST:PORT, [IPV6]:PORT or :PORT'],
    ["--listen :1", "--listen is a flag of serve: kubectl hco-status serve --listen"],
    ["explain --plain", "explain does not support --plain: it prints text, json, yaml"],
    ["snapshot -w", "snapshot does not support --watch (-w): it writes the state of one moment"],
    ["snapshot --plain", "snapshot does not support --plain: it writes the data unchanged"],
    [
      "logs -w",
      "logs does not support --watch (-w): it runs kubectl logs once; kubectl hco-status logs -- -f follows the log",
    ],
    ["logs -o json", "logs does not support --output (-o): it prints a log, not a report"],
    ["permissions --all-contexts", "permissions does not support --all-contexts: it prints a role, not a report"],
    ["permissions -f x", "permissions does not support --filename (-f): permissions apply to a cluster only"],
    ["permissions --tree", "permissions does not support --tree: it reads every kind that the cluster serves"],
    ["options -o json", "options does not support --output (-o): it prints a fixed text"],
    ["wait --accept Stale", "--accept is a flag of gate: kubectl hco-status gate upgrade --accept"],
    ["--platform", "--platform requires --gate upgrade, or kubectl hco-status gate upgrade"],
    [
      "permissions --inventory --platform",
      "permissions --inventory is about the hub alone; remove the types, --deep, --related and --platform",
    ],
    ["--for healthy", "--for is a flag of wait: kubectl hco-status wait --for"],
  ];
  test.for(rows)("%s", async ([line, error]) => {
    expect(await parseAndCheckOptions(line.split(" "))).toEqual({ error });
  });
});

describe("who asks for the help gets it, whatever else stands there", () => {
  const rows: [line: string, topic: CommandName | undefined][] = [
    ["wait --help", "wait"],
    ["wait -h -f x --deep", "wait"],
    ["-h wait a/b/c", "wait"],
    ["diff -h", "diff"],
    ["gate --help", "gate"],
    ["completion -h", "completion"],
    ["help wait", "wait"],
    ["--deep -h --for x", undefined],
    ["help", undefined],
  ];
  test.for(rows)("%s", async ([line, topic]) => {
    expect(await parseAndCheckOptions(line.split(" "))).toMatchObject({ command: "help", ...(topic && { topic }) });
  });
});
