import { commands, Diagnostic, DiagnosticSeverity, Disposable, l10n, languages, Uri, workspace } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { sanitizeFileName } from "../../shared/characters/sanitize-label.ts";
import type { DryRunRequest } from "../../shared/io/connection/send-dry-run.ts";
import type { ServerResponse } from "../../shared/io/connection/server-response.ts";
import { failedRequestText, requestEndText, responseEndText } from "../../shared/io/connection/trace-requests.ts";
import { settingsFor } from "../../shared/io/reader/connect-cluster.ts";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { findFieldSpan, readAdmissionFaults } from "../../shared/manifest/admission-faults.ts";
import { findChangedFields, findRemovedFields } from "../../shared/manifest/changed-fields.ts";
import type { DryRunResponse } from "../../shared/model/manifest/dry-run.ts";
import { textAt } from "../../shared/parse/json-value.ts";
import { changeText, dryRunSides, serverMessage } from "../../shared/render/editor/live-yaml/dry-run.ts";
import { errorLine } from "../places/choose-context.ts";
import { buildConnectionManner } from "../places/connection-manner.ts";
import type { LiveCluster } from "../places/place-source.ts";
import { uriSchemes } from "../platform/contributions.ts";
import { rangeOf } from "../platform/documents.ts";
import { showError, showMessage, withProgress } from "../platform/messages.ts";
import type { WrittenObject } from "../session/written-object.ts";
import { type DryRunSession, type DryRunSubject, findSubject } from "./find-subject.ts";
import { ReplyLimit, replyTimeoutMs } from "./reply-limit.ts";

type ComputedReply = Extract<DryRunResponse, { is: "computed" }>;
type RefusedReply = Extract<DryRunResponse, { is: "refused" }>;
type FailedReply = Exclude<DryRunResponse, ComputedReply>;

/** The dry runs of one window, with the results that are shown. */
export class DryRuns implements Disposable {
  readonly #session: DryRunSession;
  /** What the server objected to in each manifest. */
  readonly #refusals = languages.createDiagnosticCollection("hco-status-dry-run");
  /** The texts of the comparisons, by URI. */
  readonly #texts = new Map<string, string>();
  readonly #subscriptions = Disposable.from(
    this.#refusals,
    workspace.onDidCloseTextDocument(({ uri }) => {
      this.#texts.delete(uri.toString());
      this.#refusals.delete(uri);
    }),
    // After a change the lines that the server objected to may be others.
    workspace.onDidChangeTextDocument(({ document }) => this.#refusals.delete(document.uri)),
  );

  constructor(session: DryRunSession) {
    this.#session = session;
  }

  /** Makes a dry run of the manifest that a command's arguments name, and shows its result. */
  async run(commandArguments: readonly unknown[]): Promise<void> {
    const subject = await findSubject(this.#session, commandArguments);
    if (typeof subject === "string") {
      await showMessage(subject);
      return;
    }
    const { document } = subject.written;
    this.#refusals.delete(document.uri);
    const sentVersion = document.version;
    const reply = await requestDryRun(subject);
    if (reply === undefined) return;
    if (reply.is === "computed") {
      await this.#showResult(subject, reply);
      return;
    }
    if (reply.is === "refused" && document.version === sentVersion) {
      this.#refusals.set(document.uri, buildRefusalDiagnostics(subject.written, reply));
    }
    await showError(failureText(subject, reply));
  }

  /** Returns the text of one side of a comparison. */
  text(uri: Uri): string {
    const lostText = `# ${l10n.t("this result of a dry run is no longer available; run it again")}\n`;
    return this.#texts.get(uri.toString()) ?? lostText;
  }

  dispose(): void {
    this.#texts.clear();
    this.#subscriptions.dispose();
  }

  /** Compares the live object with the result in a diff editor, and summarizes the change in a message. */
  async #showResult({ target, manifest, placeName }: DryRunSubject, { live, result }: ComputedReply): Promise<void> {
    const sides = dryRunSides(live, result);
    // Each dry run has documents of its own.
    const stamp = `${systemClock.now()}`;
    const liveUri = this.#addText(l10n.t("{0} (live)", target.name), stamp, sides.live);
    const resultUri = this.#addText(l10n.t("{0} (dry run)", target.name), stamp, sides.result);
    const title = sanitizeLine(l10n.t("{0}: live ↔ result of a dry run on {1}", target.name, placeName));
    await commands.executeCommand("vscode.diff", liveUri, resultUri, title, { preview: true });

    const namespace = textAt(result, "metadata", "namespace");
    const change = {
      name: namespace === "" ? target.name : `${namespace}/${target.name}`,
      place: placeName,
      isCreated: live === undefined,
      removed: findRemovedFields(live, manifest),
      ...findChangedFields(target, live === undefined ? undefined : sides.before, sides.after),
    };
    await showMessage(changeText(change));
  }

  #addText(title: string, stamp: string, text: string): Uri {
    const path = `/${sanitizeFileName(title)}.yaml`;
    const uri = Uri.from({ scheme: uriSchemes.dryRun, path, query: stamp });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

/** Returns one entry for Problems for each thing that the server objects to, on the line of its field. */
function buildRefusalDiagnostics(
  { document, object }: WrittenObject,
  { message, status }: RefusedReply,
): readonly Diagnostic[] {
  return readAdmissionFaults(status ?? { message }).map((fault) => {
    const range = rangeOf(document, findFieldSpan(object, fault.path));
    const diagnostic = new Diagnostic(range, serverMessage(fault.message), DiagnosticSeverity.Error);
    diagnostic.source = "hco-status";
    diagnostic.code = "dry-run";
    return diagnostic;
  });
}

/** Returns the reply of the server. Undefined where the user cancelled, and after a message that there is no reply. */
async function requestDryRun(subject: DryRunSubject): Promise<DryRunResponse | undefined> {
  const { target, manifest, cluster, placeName } = subject;
  const { connection, discovery } = cluster;
  const limit = new ReplyLimit(cluster.dependencies.clock, cluster.left);
  const send: SendDryRun = (request, signal) => sendAndLog(cluster, request, signal);
  try {
    const dryRun = await import("../../shared/io/reader/dry-run.ts");
    return await withProgress(l10n.t("Dry run of {0} on {1}", target.name, placeName), (_, token) => {
      token.onCancellationRequested(() => limit.cancel());
      return dryRun.requestDryRun({ connection, discovery, send }, target, manifest, limit.signal);
    });
  } catch (error) {
    await showLostReply(limit.end, error, placeName);
    return undefined;
  } finally {
    limit.dispose();
  }
}

async function showLostReply(end: ReplyLimit["end"], error: unknown, placeName: string): Promise<void> {
  switch (end) {
    case "cancelled":
      return;
    case "placeLost":
      return showError(l10n.t("The connection to {0} ended before the dry run had a result.", placeName));
    case "timedOut":
      return showError(
        l10n.t("The dry run timed out after {0}s without a response of {1}.", replyTimeoutMs / 1000, placeName),
      );
    case undefined:
      return showError(l10n.t("The dry run has no result: {0}", errorLine(error)));
  }
}

type SendDryRun = (request: DryRunRequest, signal: AbortSignal) => Promise<ServerResponse>;

/** Sends a dry run to a cluster as the user of its context. The log lists the request as any other. */
async function sendAndLog(
  { chosen, dependencies }: LiveCluster,
  request: DryRunRequest,
  signal: AbortSignal,
): Promise<ServerResponse> {
  const startedAtMs = dependencies.clock.now();

  function logEnd(endText: string): void {
    const method = request.operation === "apply" ? "PATCH" : "POST";
    const address = `${chosen.server}${request.path}?dryRun=All`;
    const elapsedMs = Math.round(dependencies.clock.now() - startedAtMs);
    dependencies.log(sanitizeLine(requestEndText(address, endText, elapsedMs, method)));
  }

  try {
    const { sendDryRun } = await import("../../shared/io/connection/send-dry-run.ts");
    const settings = await settingsFor(chosen, buildConnectionManner(dependencies, signal));
    const response = await sendDryRun(settings, request, signal);
    logEnd(responseEndText(`${response.status}`, response.body.length, response.flaw));
    return response;
  } catch (error) {
    logEnd(failedRequestText(error instanceof Error ? error.message : undefined));
    throw error;
  }
}

function failureText({ target }: DryRunSubject, reply: FailedReply): string {
  switch (reply.is) {
    case "forbidden":
      return l10n.t(
        "Forbidden: a dry run requires the permission {0} for {1}. The server: {2}",
        reply.verb,
        reply.resource,
        serverMessage(reply.cause),
      );
    case "unsupported":
      if (!reply.cause) {
        return l10n.t("The server does not offer a dry run for {0}, so nothing was sent.", reply.resource);
      }
      return l10n.t(
        "Unknown whether the server offers a dry run for {0}, so nothing was sent: {1}",
        reply.resource,
        serverMessage(reply.cause),
      );
    case "refused":
      return l10n.t("The server refuses {0}: {1}", target.name, serverMessage(reply.message, 300));
    default:
      return l10n.t("The dry run has no result: {0}", serverMessage(reply.cause));
  }
}
