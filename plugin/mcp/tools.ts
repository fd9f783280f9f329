import { UsageError } from "../../shared/io/errors/errors.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
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
import { clusterOfCall, findEarlierReport, type KeptReport, type McpSession, optionsOfCall } from "./session.ts";
import { type ListedCluster, summarizeClusters, summarizeDiff, summarizeWait } from "./small-results.ts";
import { readToolInput, type ToolInput, type ToolName } from "./tool-input.ts";
import { toolDescriptions } from "./tool-list.ts";

/** What a call needs besides its arguments. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** Reports the progress of a long call. */
  readonly progress: (elapsedSeconds: number, totalSeconds: number, text: string) => void;
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
    const output = captureOutput(session.environment);
    const { runExplain } = await import("../commands/explain-command.ts");
    await runExplain(
      { ...session.options, command: "explain", operands: [word], output: { format: "json" } },
      output.environment,
    );
    const { entries } = JSON.parse(output.printed()) as ExplanationDocument;
    return { document: summarizeExplanations(word, entries) };
  },
  async gate(session, input) {
    const accepted = acceptedCodes(input.accept ?? []);
    const report = await readCall(session, input);
    const document = summarizeGate(upgradeGate(report, accepted), { isLive: false, asOf: report.takenAt });
    // Compared with a report of the platform, a later report without it would seem to have resolved findings.
    if (input.platform === true) return { document };
    return { document, kept: session.keep(clusterOfCall(session, input), report) };
  },
  async diff(session, input) {
    const before = findEarlierReport(session, input);
    const after = await readCall(session, input);
    return {
      document: summarizeDiff(concealTexts(before).document, concealTexts(after).document),
      kept: session.keep(clusterOfCall(session, input), after),
    };
  },
  async wait(session, input, call) {
    return { document: summarizeWait(await waitForState(session, input, call)) };
  },
  async list_clusters(session) {
    return { document: summarizeClusters(await listClusters(session)) };
  },
};

/**
 * Carries out a call of a tool. `input` are the arguments, which may have any shape.
 * @throws UsageError for invalid arguments. Reading throws its own errors.
 */
export async function callTool(
  session: McpSession,
  name: ToolName,
  input: unknown,
  call: ToolCall,
): Promise<ToolResult> {
  const { accepts, requires } = toolDescriptions[name];
  return tools[name](session, readToolInput(name, input, accepts, requires), call);
}

/**
 * Reads the cluster of a call as `-o json` does.
 * @throws UsageError where no Report was printed, with the error that was printed.
 */
async function readCall(session: McpSession, input: ToolInput): Promise<Report> {
  const options = optionsOfCall(session, input);
  const output = captureOutput(session.environment);
  const { runStatus } = await import("../status/status-command.ts");
  try {
    // A language model sees a log only where the user of the server asked for it.
    const logs = options.logs ?? "off";
    await runStatus({ ...options, logs, command: "report", output: { format: "json" } }, output.environment);
  } finally {
    if (options.mustGather !== undefined) collectGarbage();
  }
  if (output.printed() === "") throw new UsageError(output.errorText());
  const report = reportIn(JSON.parse(output.printed()));
  if ("fault" in report) throw new Error("a printed Report cannot be read again");
  return report;
}

/** The environment of a command whose output is kept. */
interface CapturedOutput {
  readonly environment: HostEnvironment;
  /** Returns what the command has printed on standard output. */
  readonly printed: () => string;
  /** Returns what the command has printed on standard error, without `error: `. */
  readonly errorText: () => string;
}

function captureOutput(environment: HostEnvironment): CapturedOutput {
  let printed = "";
  let errorText = "";
  return {
    environment: {
      ...environment,
      print(text) {
        printed += text;
      },
      printMessage(text) {
        errorText += text;
      },
    },
    printed: () => printed,
    errorText: () => errorText.trim().replace(/^error: /, ""),
  };
}

/** Milliseconds of a wait without a time-out. */
const defaultTimeoutMs = 300_000;

/** The least seconds between two values of progress. The protocol requires that each value is larger than the last. */
const minProgressSeconds = 0.001;

/** Waits as the command `wait` does. Each of its documents is reported as progress, and the last document is the result. */
async function waitForState(
  session: McpSession,
  input: ToolInput,
  { signal, progress }: ToolCall,
): Promise<WaitDocument> {
  const options = optionsOfCall(session, input);
  if (options.mustGather !== undefined)
    throw new UsageError("wait requires a cluster, but the server reads a must-gather");
  const timeoutMs = input.timeoutSeconds === undefined ? defaultTimeoutMs : input.timeoutSeconds * 1000;
  const waiting = { for: readForState(input.for ?? "healthy"), stableForMs: 0, timeoutMs, failFast: true };
  const { environment, errorText } = captureOutput(session.environment);
  let lastDocument: WaitDocument | undefined;
  let progressSeconds = 0;
  const print = (line: string): void => {
    lastDocument = JSON.parse(line) as WaitDocument;
    progressSeconds = Math.max(lastDocument.seconds, progressSeconds + minProgressSeconds);
    progress(progressSeconds, timeoutMs / 1000, quoteClusterText(lastDocument.text));
  };
  const { runWait } = await import("../wait/wait-command.ts");
  const person = stopWithCall(environment.person, signal);
  await runWait(
    { ...options, command: "wait", waiting, output: { format: "json" } },
    { ...environment, print, person },
  );
  if (lastDocument === undefined) throw new UsageError(errorText());
  return lastDocument;
}

/** The terminal of a wait that ends as by Ctrl-C when the client cancels the call. */
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

/** The must-gather or the cluster that the start of the server fixed, else the contexts that a call can name. */
async function listClusters({ options, environment }: McpSession): Promise<readonly ListedCluster[]> {
  const { mustGather, reach } = options;
  const fixedSource = mustGather ?? reach.inventoryCluster;
  if (fixedSource !== undefined) return [{ name: quoteClusterText(fixedSource), isDefault: true }];
  const config = await kubeconfigFor({ reach }, environment);
  const defaultContext = reach.context ?? config.currentContext;
  const contexts = [...config.contexts.values()];
  const allowedContexts = contexts.filter(({ name }) => reach.context === undefined || name === reach.context);
  return allowedContexts.map(({ name, cluster = "" }) => {
    const server = config.clusters.get(cluster)?.server;
    return {
      name: quoteClusterText(name),
      isDefault: name === defaultContext,
      ...definedFields({ server: server === undefined ? undefined : quoteClusterText(server) }),
    };
  });
}
