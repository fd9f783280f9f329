import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A copy of the extension that VS Code has and never runs: its commands, its view and its name are there for a test. */
export interface InertExtension {
  readonly folder: string;
  remove(): void;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** @param locale the language of which the copy has a translation, made up. */
export function inertExtension(locale?: string): InertExtension {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-inert-"));
  for (const part of ["dist/extension", "media", "extension/l10n"]) {
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ ...manifest, main: "./inert.cjs", activationEvents: [] }),
  );
  writeFileSync(join(folder, "inert.cjs"), "exports.activate = () => {};\n");
  if (locale !== undefined) {
    const l10n = join(folder, "extension", "l10n");
    const texts: string[] = Object.keys(JSON.parse(readFileSync(join(l10n, "bundle.l10n.json"), "utf8")));
    writeFileSync(
      join(l10n, `bundle.l10n.${locale}.json`),
      JSON.stringify(Object.fromEntries(texts.map((text) => [text, pseudo(text)]))),
    );
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A text in an invented language without ASCII letters, so that an untranslated text is noticed. */
function pseudo(text: string): string {
  const toFullWidth = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
  return `⟦${text.replace(/\{\d+\}|[A-Za-z]/g, (part) => (part.startsWith("{") ? part : toFullWidth(part)))}⟧`;
}
