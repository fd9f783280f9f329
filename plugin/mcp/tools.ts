import { UsageError } from "../../shared/io/errors/errors.ts";
import type { ExplanationDocument } from "../../shared/model/finding/explanation.ts";
import type { Report } from "../../shared/model/report.ts";
import type { WaitDocument } from "../../shared/model/wait.ts";
import { reportIn } from "../../shared/parse/documents/report-document.ts";
import { concealTexts } from "../../shared/redact/conceal-texts.ts";
import { quoteClusterText } from "../../shared/render/assistant/quote.ts";
import { summarizeExplanations, summarizeForAssistant, summarizeGate } from "../../shared/render/assistant/summary.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { readForState } from "../cli/for-values.ts";
import { collectGarbage } from "../process/garbage.ts";
import type { HostEnvironment, TerminalInput } from "../process/host-environment.ts";
import { kubeconfigFor } from "../read/choose-cluster.ts";
import { acceptedCodes } from "../status/accepted-codes.ts";
import { clusterOfCall, earlierReport, type KeptReport, type McpSession, optionsOfCall } from "./session.ts";
import { type ListedCluster, summarizeClusters, summarizeDiff, summarizeWait } from "./small-results.ts";
import { readToolInput, type ToolInput } from "./tool-input.ts";
import { type ToolName, toolArguments } from "./tool-list.ts";

/** What a call needs besides its arguments. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** Reports how far a long call is, in seconds. */
  readonly progress: (seconds: number, total: number, text: string) => void;
}

/** The document that a tool returns, and the Report that it is about. */
export interface ToolResult {
  readonly document: object;
  readonly kept?: KeptReport;
}

type RunTool = (session: McpSession, input: ToolInput, call: ToolCall) => Promise<ToolResult>;

const tools: Readonly<Record<ToolName, RunTool>> = {
  async status(session, input) {
    const report = await readCall(session, input);
    const kept = session.keep(clusterOfCall(session, input), report);
    return { document: summarizeForAssistant(report, { isLive: false, asOf: report.takenAt }, true), kept };
  },
  async explain(session, { word = "" }) {
    const { environment, printed } = capture(session.environment);
    const { runExplain } = await import("../commands/explain-command.ts");
    await runExplain(
      { ...session.options, command: "explain", operands: [word], output: { format: "json" } },
      environment,
    );
    const { entries } = JSON.parse(printed()) as ExplanationDocument;
    return { document: summarizeExplanations(word, entries) };
  },
  async gate(session, input) {
    const accepted = acceptedCodes(input.accept ?? []);
    const report = await readCall(session, input);
    const document = summarizeGate(upgradeGate(report, accepted), { isLive: false, asOf: report.takenAt });
    // A later report without the platform would seem to have resolved its findings.
    return input.platform === true
      ? { document }
      : { document, kept: session.keep(clusterOfCall(session, input), report) };
  },
  async diff(session, input) {
    const before = earlierReport(session, input);
    const after = await readCall(session, input);
    return {
      document: summarizeDiff(concealTexts(before).document, concealTexts(after).document),
      kept: session.keep(clusterOfCall(session, input), after),
    };
  },
  wait: async (session, input, call) => ({ document: summarizeWait(await waitFor(session, input, call)) }),
  list_clusters: async (session) => ({ document: summarizeClusters(await clustersOf(session)) }),
};

/**
 * Carries out a call of a tool. `written`: its arguments, which may be of any shape.
 * @throws UsageError for wrong arguments. Reading throws its own errors.
 */
export async function callTool(
  session: McpSession,
  name: ToolName,
  written: unknown,
  call: ToolCall,
): Promise<ToolResult> {
  const { accepts, requires } = toolArguments[name];
  return tools[name](session, readToolInput(name, written, accepts, requires), call);
}

/**
 * Reads the cluster of a call as `-o json` does. The results conceal credentials.
 * @throws UsageError where no Report was printed, with what was printed in its place.
 */
async function readCall(session: McpSession, input: ToolInput): Promise<Report> {
  const options = optionsOfCall(session, input);
  const { environment, printed, errorText } = capture(session.environment);
  const { runStatus } = await import("../status/status-command.ts");
  try {
    // A language model sees a log only where the user of the server asked for it.
    const logs = options.logs ?? "off";
    await runStatus({ ...options, logs, command: "report", output: { format: "json" } }, environment);
  } finally {
    if (options.mustGather !== undefined) collectGarbage();
  }
  if (printed() === "") throw new UsageError(errorText());
  const report = reportIn(JSON.parse(printed()));
  if ("fault" in report) throw new Error("a printed Report cannot be read again");
  return report;
}

/** The world of a command, and what the command prints there. */
function capture(environment: HostEnvironment) {
  let [printed, errorText] = ["", ""];
  const print = (text: string): void => {
    printed += text;
  };
  const printMessage = (text: string): void => {
    errorText += text;
  };
  return {
    environment: { ...environment, print, printMessage },
    printed: () => printed,
    errorText: () => errorText.trim().replace(/^error: /, ""),
  };
}

/** Milliseconds of a wait without a limit of its own. */
const usualTimeoutMs = 300_000;

/** Waits as the command does. Each of its documents is progress, and the last one is the result. */
async function waitFor(session: McpSession, input: ToolInput, { signal, progress }: ToolCall): Promise<WaitDocument> {
  const options = optionsOfCall(session, input);
  if (options.mustGather !== undefined)
    throw new UsageError("wait requires a cluster, but the server reads a must-gather");
  const timeoutMs = input.timeoutSeconds === undefined ? usualTimeoutMs : input.timeoutSeconds * 1000;
  const waiting = { for: readForState(input.for ?? "healthy"), stableForMs: 0, timeoutMs, failFast: true };
  const { environment, errorText } = capture(session.environment);
  let last: WaitDocument | undefined;
  let shown = 0;
  const print = (line: string): void => {
    last = JSON.parse(line) as WaitDocument;
    // The protocol requires that every value is larger than the one before.
    shown = Math.max(last.seconds, shown + 0.001);
    progress(shown, timeoutMs / 1000, quoteClusterText(last.text));
  };
  const { runWait } = await import("../wait/wait-command.ts");
  const person = stopWithCall(environment.person, signal);
  await runWait(
    { ...options, command: "wait", waiting, output: { format: "json" } },
    { ...environment, print, person },
  );
  if (last === undefined) throw new UsageError(errorText());
  return last;
}

/** The terminal of a wait that ends with the call. */
function stopWithCall(person: TerminalInput, signal: AbortSignal): TerminalInput {
  return {
    ...person,
    onStop(call) {
      const stop = (): void => call("SIGINT");
      signal.addEventListener("abort", stop, { once: true });
      return () => signal.removeEventListener("abort", stop);
    },
  };
}

/** The must-gather or the contexts that a call can name. */
async function clustersOf({ options, environment }: McpSession): Promise<readonly ListedCluster[]> {
  const { mustGather, reach } = options;
  if (mustGather !== undefined) return [{ name: quoteClusterText(mustGather), isDefault: true }];
  const { inventoryCluster } = reach;
  if (inventoryCluster !== undefined) return [{ name: quoteClusterText(inventoryCluster), isDefault: true }];
  const config = await kubeconfigFor({ reach }, environment);
  const current = reach.context ?? config.currentContext;
  const names = [...config.contexts.values()].filter(({ name }) => [undefined, name].includes(reach.context));
  return names.map(({ name, cluster = "" }) => {
    const { server } = config.clusters.get(cluster) ?? {};
    return {
      name: quoteClusterText(name),
      isDefault: name === current,
      ...(server !== undefined && { server: quoteClusterText(server) }),
    };
  });
}
