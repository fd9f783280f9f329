import { Disposable, Hover, languages, Range, type TextDocument } from "vscode";
import { linkManifest } from "../../shared/manifest/link-manifest.ts";
import { valueAt } from "../../shared/parse/json-value.ts";
import { fieldHoverParts, type LiveValue } from "../../shared/render/editor/schema/field-texts.ts";
import { type FoundField, findField } from "../../shared/schema/find-field.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import { toMarkdownString } from "../platform/markdown-string.ts";
import type { DefinitionSource, ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { completionProvider } from "./completion.ts";
import { createDocumentSchemas, type ObjectSchema } from "./document-schemas.ts";
import { markProblems } from "./problems.ts";
import { joinYamlExtension, type SchemasOfDocument } from "./yaml-extension.ts";

/** Opens the help while writing. All of it answers at once from the schemas that are known. */
export function openSchemaHelp(session: ManifestSurface & DefinitionSource & SettingsSource): Disposable {
  const schemas = createDocumentSchemas(session);
  const yaml = joinYamlExtension(schemasOf, session.log.failed);

  /** The schemas of the kinds in a document, each once. */
  function schemasOf(document: TextDocument): ReturnType<SchemasOfDocument> {
    const lookup = schemas.at(document);
    const known = (session.manifest(document)?.objects ?? []).flatMap((object) => {
      const found = lookup(object);
      return found?.isReliable === true ? [{ ...found, version: object.version }] : [];
    });
    return [...new Map(known.map((one) => [one.root, one])).values()];
  }

  function describeField(document: TextDocument, offset: number): Hover | undefined {
    const manifest = session.settings.hover && !yaml.speaksFor(document) ? session.manifest(document) : undefined;
    if (manifest === undefined) return undefined;
    const lookup = schemas.at(document);
    let schema: ObjectSchema | undefined;
    const found = findField(manifest, offset, (object) => {
      schema = lookup(object);
      return schema?.root;
    });
    if (found === undefined || schema === undefined) return undefined;
    const { start, end } = found.span;
    return new Hover(
      toMarkdownString(fieldHoverParts(found.facts, schema.source, liveValue(document, found))),
      new Range(document.positionAt(start), document.positionAt(end)),
    );
  }

  /** Undefined where no live object is known. Items of lists have other places there. */
  function liveValue(document: TextDocument, { object, path }: FoundField): LiveValue | undefined {
    const shown = session.at(document.uri);
    const link = linkManifest(object, shown, session.manifest(document)?.objects);
    if (link.state !== "linked" || link.object === undefined || !path.every((step) => typeof step === "string"))
      return undefined;
    return { value: valueAt(link.object.raw, ...path), place: shown.name };
  }

  const written = [...manifestLanguages];
  return Disposable.from(
    schemas,
    markProblems(session, schemas, yaml.speaksFor),
    languages.registerCompletionItemProvider(
      written,
      completionProvider(session, schemas, yaml.speaksFor),
      ...triggers,
    ),
    languages.registerHoverProvider(written, {
      provideHover: (document, position) => describeField(document, document.offsetAt(position)),
    }),
    new Disposable(yaml.dispose),
  );
}

/** A space after a colon shows the values of a field. A quote shows the fields of JSON. */
const triggers = [" ", '"'];
