import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { environmentWith } from "../environment.ts";
import { type Ask, listen } from "./asking.ts";
import { rememberWindow } from "./blank-views.ts";
import { howToInstall, type InstalledEditor, installedEditor } from "./installed.ts";
import { longest } from "./patience.ts";

/** What an editor starts with. */
export interface EditorOptions {
  /** The folder, or the .code-workspace of several, that its pages open. */
  readonly folder: string;
  /** A packaged extension to install. */
  readonly vsix?: string;
  /** Folders of extensions that count as installed, as they lie there. */
  readonly unpacked?: readonly string[];
  /** The person's settings, beside those that keep the editor quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Allows an extension under development and its tests; toasts are then never shown. Default false. */
  readonly driver?: boolean;
  /** Whether the person trusts every folder; false leaves folders restricted until she says so. Default true. */
  readonly trusted?: boolean;
  /** The environment of the extensions, beside PATH, an empty HOME and a KUBECONFIG that is no file; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The language of VS Code, such as "de", of which nothing but extensions has translations; English if absent. */
  readonly locale?: string;
  /** Further words of VS Code's server. */
  readonly args?: readonly string[];
}

/** What one page starts with. */
interface PageOptions {
  /** A folder other than the editor's. */
  readonly folder?: string;
  /** A file to open. */
  readonly file?: string;
  /** Pairs of VS Code's web workbench, such as ["extensionTestsPath", uri(path)]. */
  readonly payload?: readonly (readonly [string, string])[];
  /** In CSS pixels; 1280 by 800 if absent. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Pixels of a screenshot for one CSS pixel; 1 if absent. */
  readonly scale?: number;
  /** What to do with the page before anything is loaded. */
  readonly before?: (page: Page) => Promise<void>;
}

/** A running VS Code with nothing of the person's who runs the tests. */
export interface Editor {
  /** Its temporary folder, which goes with it. */
  readonly directory: string;
  /** Where its workbench is, `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** Opens a window of its own: browser storage, extension host and trust are new. It resolves before anything shows. */
  readonly open: (options?: PageOptions) => Promise<Page>;
  /** Asks the extension host of the page that was opened last. */
  readonly ask: Ask;
  /** What the server and its extension hosts have written so far. */
  readonly log: () => string;
  /** Ends every process and removes the folder. */
  readonly stop: () => Promise<void>;
}

/** How the workbench names a file of this machine. */
export function uri(path: string): string {
  return `vscode-remote://remote${encodeURI(resolve(path))}`;
}

/**
 * Starts a VS Code: the server with the extension host, and a browser for its workbench. All ends with the calling
 * process, however that one ends.
 * @throws when it is not installed or does not start.
 */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const installed = installedEditor();
  if (installed === undefined) throw new Error(`no VS Code to start: ${howToInstall}`);
  const directory = prepareFolder(installed, options);
  try {
    return await startIn(directory, installed, options);
  } catch (cause) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 9 });
    throw cause;
  }
}

async function startIn(directory: string, installed: InstalledEditor, options: EditorOptions): Promise<Editor> {
  const asking = await listen(join(directory, "asking.sock"));
  const env = { ...environment(directory), ...asking.env, ...options.env };
  if (options.vsix !== undefined) await installExtension(options.vsix, directory, installed);
  const server = await startServer([installed.node, ...serverWords(directory, installed), ...words(options)], env);
  const browser = await startBrowser(installed).catch(async (cause: unknown) => {
    await server.stop();
    throw cause;
  });
  const windows: Page[] = [];
  return {
    directory,
    address: server.address,
    open: async (page = {}) => {
      if (windows.every((each) => each.isClosed())) asking.leaveHosts();
      const opened = await openPage(browser, server.address, { folder: options.folder, ...page });
      windows.push(opened);
      return opened;
    },
    ask: asking.ask,
    log: server.log,
    stop: async () => {
      await browser.close();
      await asking.stop();
      await server.stop();
    },
  };
}

/** Installs a packaged extension into the folder of an editor, as VS Code does it. */
export async function installExtension(vsix: string, directory: string, installed: InstalledEditor): Promise<void> {
  // VS Code reads both folders before it installs.
  for (const name of ["extensions", "builtin"]) mkdirSync(join(directory, name), { recursive: true });
  const words = [...serverWords(directory, installed), "--install-extension", resolve(vsix)];
  await promisify(execFile)(installed.node, words, { env: environment(directory) });
}

/** Else a chat, a welcome page and questions of its own fill the workbench. */
const quiet = {
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
};

/** Of the 95 extensions that come with VS Code, those that show YAML and the themes; the others cost seconds. */
const builtin = ["yaml", "json", "theme-defaults", "theme-seti"];

function prepareFolder({ vscode }: InstalledEditor, { settings, unpacked = [], locale }: EditorOptions): string {
  const directory = mkdtempSync(join(tmpdir(), "hco-status-editor-"));
  for (const name of ["data/User", "extensions", "builtin", "home"])
    mkdirSync(join(directory, name), { recursive: true });
  for (const name of builtin) symlinkSync(join(vscode, "extensions", name), join(directory, "builtin", name));
  for (const folder of [join(import.meta.dirname, "asking"), ...unpacked]) {
    const { publisher, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    symlinkSync(resolve(folder), join(directory, "extensions", `${publisher}.${name}-${version}`));
  }
  writeFileSync(join(directory, "data/User/settings.json"), JSON.stringify({ ...quiet, ...settings }));
  if (locale !== undefined) prepareLanguage(directory, locale);
  return directory;
}

/** What installing a language pack leaves behind; without it VS Code stays English whatever it is told. */
function prepareLanguage(directory: string, locale: string): void {
  const texts = join(directory, "language.json");
  writeFileSync(texts, JSON.stringify({ version: "1.0.0", contents: {} }));
  const identifier = { id: "hco-status.language", uuid: "00000000-0000-4000-8000-000000000000" };
  const pack = {
    hash: "1",
    label: locale,
    translations: { vscode: texts },
    extensions: [{ extensionIdentifier: identifier, version: "1.0.0" }],
  };
  writeFileSync(join(directory, "data", "languagepacks.json"), JSON.stringify({ [locale]: pack }));
}

function environment(directory: string): Record<string, string | undefined> {
  return environmentWith({
    HOME: join(directory, "home"),
    KUBECONFIG: join(directory, "home", "no-kubeconfig"),
    DIRECTORY: directory,
    // Where it puts its sockets.
    XDG_RUNTIME_DIR: directory,
    // No marketplace: nothing leaves this machine.
    EXTENSIONS_GALLERY: "{}",
  });
}

function serverWords(directory: string, { vscode }: InstalledEditor): readonly string[] {
  return [
    join(vscode, "out", "server-main.js"),
    "--accept-server-license-terms",
    ...["--server-data-dir", join(directory, "server")],
    ...["--user-data-dir", join(directory, "data")],
    ...["--extensions-dir", join(directory, "extensions")],
    ...["--builtin-extensions-dir", join(directory, "builtin")],
  ];
}

function words({ driver = false, trusted = true, locale, args = [] }: EditorOptions): readonly string[] {
  return [
    ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token"],
    ...["--disable-telemetry", "--disable-experiments", "--reconnection-grace-time", "3"],
    ...(driver ? ["--enable-smoke-test-driver"] : []),
    ...(trusted ? ["--disable-workspace-trust"] : []),
    ...(locale === undefined ? [] : ["--locale", locale]),
    ...args,
  ];
}

interface Server {
  readonly address: string;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

async function startServer(command: readonly string[], env: Record<string, string | undefined>): Promise<Server> {
  const keeper = spawn("sh", [join(import.meta.dirname, "keeper.sh"), ...command], {
    env,
    // In a session of its own, so that Ctrl-C in a terminal reaches it through the closed pipe only.
    detached: true,
  });
  const ended = new Promise<void>((end) => keeper.once("close", () => end()));
  let log = "";
  const address = new Promise<string>((found) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString();
      const [, number] = /agent listening on (\d+)/.exec(log) ?? [];
      if (number !== undefined) found(`http://127.0.0.1:${number}`);
    };
    keeper.stdout.on("data", read);
    keeper.stderr.on("data", read);
  });
  const early = ended.then(() => {
    throw new Error(`VS Code's server ended before it listened:\n${log}`);
  });
  return {
    address: await Promise.race([address, early]),
    log: () => log,
    stop: async () => {
      keeper.stdin.end();
      await ended;
    },
  };
}

function startBrowser({ chromium: executablePath }: InstalledEditor): Promise<Browser> {
  // Root of a build machine has no sandbox to offer, and only our own pages are opened.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

async function openPage(browser: Browser, address: string, options: PageOptions & { folder: string }): Promise<Page> {
  const { folder, file, payload = [], viewport = { width: 1280, height: 800 }, scale = 1, before } = options;
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale, locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(longest);
  rememberWindow(page);
  await before?.(page);
  const all = file === undefined ? payload : [["openFile", uri(file)], ...payload];
  const opened = folder.endsWith(".code-workspace") ? "workspace" : "folder";
  const query = new URLSearchParams({ [opened]: resolve(folder), payload: JSON.stringify(all) });
  await page.goto(`${address}/?${query}`, { waitUntil: "commit" });
  return page;
}
