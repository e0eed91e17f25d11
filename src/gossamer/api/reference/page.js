// Shows /openapi.json: a line for each endpoint, whose details are made when somebody opens them. Text from the document
// is only ever set as text, never as markup.
"use strict";

let api;
let key = "";

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

// Markdown as far as the descriptions use it: paragraphs, list items, `code`.
const inline = (text) =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make("code", {}, part) : part));

const prose = (text) =>
  (text || "").split(/\n\s*\n/).filter(Boolean).map((block) => {
    const lines = block.trim().split("\n");
    return lines.every((line) => line.startsWith("- "))
      ? make("ul", {}, lines.map((line) => make("li", {}, inline(line.slice(2)))))
      : make("p", {}, inline(lines.join(" ")));
  });

const nameOf = (ref) => ref.split("/").pop();
const named = (ref) => api.components.schemas[nameOf(ref)];

const MOST_NAMED = 3;
const typeOf = (schema) => {
  if (!schema) return ["any"];
  if (schema.$ref) return [nameOf(schema.$ref)];
  if (schema.const !== undefined) return [make("code", {}, JSON.stringify(schema.const))];
  if (schema.enum) return joined(schema.enum.map((value) => [make("code", {}, JSON.stringify(value))]));
  const choices = schema.anyOf || schema.oneOf;
  if (choices?.filter((one) => one.$ref).length > MOST_NAMED) return ["one of the shapes below"];
  if (choices) return joined(choices.filter((one) => one.type !== "null").map(typeOf));
  if (schema.type === "array") return ["array of ", ...typeOf(schema.items)];
  if (schema.type === "object" && schema.additionalProperties && schema.additionalProperties !== true) {
    return ["object of ", ...typeOf(schema.additionalProperties)];
  }
  return [schema.type || "any"];
};

// Shapes with members that a value of *schema* may have, or its entries.
const shapesOf = (schema) => {
  if (!schema || typeof schema !== "object") return [];
  if (schema.$ref) return named(schema.$ref) ? shapesOf({ title: nameOf(schema.$ref), ...named(schema.$ref) }) : [];
  const inner = [...(schema.anyOf || schema.oneOf || []), schema.items, schema.additionalProperties];
  return [...(schema.properties ? [schema] : []), ...inner.flatMap(shapesOf)];
};

const joined = (parts) => parts.flatMap((part, index) => (index ? [" or ", ...part] : part));

const limits = (schema) => {
  const all = [schema, ...(schema.anyOf || [])];
  const first = (key) => all.map((one) => one[key]).find((value) => value !== undefined);
  const told = [];
  const say = (key, text) => first(key) !== undefined && told.push(`${text} ${first(key)}`);
  say("minimum", "at least");
  say("exclusiveMinimum", "more than");
  say("maximum", "at most");
  say("maxLength", "characters at most");
  say("maxItems", "entries at most");
  if (schema.default !== undefined && schema.default !== null) told.push(["default ", make("code", {}, JSON.stringify(schema.default))]);
  return told.flatMap((one, index) => [index ? ", " : "", one].flat());
};

const describe = (schema) => {
  const text = schema.description || (schema.anyOf || []).map((one) => one.description).find(Boolean) || "";
  const told = limits(schema);
  return [...inline(text), text && told.length ? " — " : "", ...told];
};

// Made when it is opened: shapes may hold themselves.
const later = (element, fill) => {
  element.addEventListener("toggle", () => element.open && element.append(...fill()), { once: true });
  return element;
};

const table = (rows) => {
  const head = make("tr", {}, ["Name", "Type", "Meaning"].map((title) => make("th", { scope: "col" }, title)));
  return rows.length ? make("table", {}, make("thead", {}, head), make("tbody", {}, rows)) : null;
};

// A member, and below it the shapes that it may have.
const row = (name, needed, schema, text) => {
  const inner = shapesOf(schema).map((shape) =>
    later(make("details", {}, make("summary", {}, `Fields${shape.title ? ` of ${shape.title}` : ""}`)), () => [members(shape)]));
  return [
    make("tr", {},
      make("td", {}, make("code", {}, name), needed ? make("abbr", { title: "required" }, " *") : null),
      make("td", {}, typeOf(schema)),
      make("td", {}, text ? inline(text) : describe(schema))),
    ...(inner.length ? [make("tr", {}, make("td", { colspan: 3 }, inner))] : []),
  ];
};

const members = (shape) => {
  const required = new Set(shape.required || []);
  const sorted = Object.entries(shape.properties).sort(([one], [other]) => required.has(other) - required.has(one));
  return table(sorted.flatMap(([name, schema]) => row(name, required.has(name), schema)));
};

const shapes = (title, schema) => {
  const found = shapesOf(schema);
  if (!schema) return [];
  return [make("h3", {}, title), ...(found.length ? found.flatMap((shape) => [
    found.length > 1 ? make("h4", {}, shape.title || "object") : null, ...prose(shape.description), members(shape)]) : [make("p", {}, typeOf(schema))])];
};

const curl = (method, path, example) => {
  const lines = [`curl -X ${method.toUpperCase()} ${location.origin}${path} \\`, `  -H "Authorization: Bearer $GOSSAMER_API_KEY"`];
  if (example) {
    lines[1] += " \\";
    lines.push(`  -H "Content-Type: application/json" \\`, `  -d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`);
  }
  return make("pre", { tabindex: 0 }, lines.join("\n"));
};

const answerOf = (operation) => operation.responses["200"]?.content?.["application/json"]?.schema;
const bodyOf = (operation) => operation.requestBody?.content?.["application/json"]?.schema;
const exampleOf = (body) => (body?.$ref ? named(body.$ref)?.example : body?.example);
const isOpen = (operation) => Array.isArray(operation.security) && !operation.security.length;

const field = (label, name, attributes, element = "input") =>
  make("label", {}, label, make(element, { name, autocomplete: "off", spellcheck: "false", ...attributes }));

const LONGEST = 200000;
const read = async (answer) => {
  const kind = answer.headers.get("content-type") || "";
  if (!/json|text|xml/.test(kind)) return `${kind || "No content"}, ${(await answer.blob()).size} bytes`;
  const text = await answer.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, LONGEST);
  } catch {
    return text.slice(0, LONGEST);
  }
};

const send = async (form, { method, path, operation }) => {
  const values = new FormData(form);
  const query = new URLSearchParams();
  const headers = {};
  let address = path;
  for (const { name, in: place } of operation.parameters || []) {
    const value = values.get(name);
    if (place === "path") address = address.replace(new RegExp(`\\{${name}(:path)?\\}`), encodeURIComponent(value));
    else if (value && place === "query") query.append(name, value);
    else if (value && place === "header") headers[name] = value;
  }
  key = values.get(" key") ?? key;
  if (key) headers.authorization = `Bearer ${key}`;
  const body = values.get(" body") ?? undefined;
  if (body) headers["content-type"] = "application/json";
  const answer = await fetch(address + (query.size ? `?${query}` : ""), { method: method.toUpperCase(), headers, body, credentials: "omit" });
  return [`${answer.status} ${answer.statusText}`, await read(answer)];
};

const tryIt = (entry) => {
  const { operation } = entry;
  const body = bodyOf(operation);
  const status = make("p", { role: "status" });
  const shown = make("pre", { tabindex: 0, hidden: "", "aria-label": "Answer" });
  const form = make("form", { class: "try" },
    make("h3", {}, "Try it"),
    isOpen(operation) ? null : field("API key", " key", { type: "password", value: key }),
    (operation.parameters || []).map(({ name, required, in: place }) =>
      field(`${name}${place === "path" ? "" : ` (${place})`}`, name, required ? { required: "" } : {})),
    body ? field("Body", " body", { rows: 8 }, "textarea") : null,
    make("button", {}, "Send"), status, shown);
  if (body) form.elements[" body"].value = JSON.stringify(exampleOf(body) ?? {}, null, 2);
  form.addEventListener("focusin", () => { if (form.elements[" key"] && !form.elements[" key"].value) form.elements[" key"].value = key; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = "Sending …";
    try {
      [status.textContent, shown.textContent] = await send(form, entry);
      shown.hidden = false;
    } catch (error) {
      status.textContent = `The request could not be sent: ${error.message}`;
    }
  });
  return form;
};

const details = (entry) => {
  const { method, path, operation } = entry;
  const parameters = (operation.parameters || []).flatMap(({ name, required, schema, description }) => row(name, required, schema, description));
  return [make("div", { class: "both" },
    make("div", {},
      prose(operation.description),
      isOpen(operation) ? make("p", {}, "No key is needed.") : null,
      parameters.length ? [make("h3", {}, "Parameters"), table(parameters)] : [],
      shapes("Body", bodyOf(operation)),
      later(make("details", {}, make("summary", {}, "Answer")), () => shapes("Answer", answerOf(operation)))),
    make("div", {}, isOpen(operation) ? null : curl(method, path, exampleOf(bodyOf(operation))), tryIt(entry)))];
};

// The names of all fields of a request, in small letters; made when somebody searches.
const fieldsOf = (schema, seen = new Set()) => {
  if (schema?.$ref) {
    if (seen.has(schema.$ref)) return [];
    seen.add(schema.$ref);
  }
  return shapesOf(schema).flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, member]) => [name, ...(deep(member, seen))]));
};
const deep = (member, seen) => {
  const refs = JSON.stringify(member).match(/#\/components\/schemas\/[^"]+/g) || [];
  return refs.flatMap((ref) => fieldsOf({ $ref: ref }, seen));
};

const matches = (entry, words) => {
  const { method, path, operation } = entry;
  entry.text ??= `${method} ${path} ${operation.summary} ${operation.description || ""}`.toLowerCase();
  entry.fields ??= [...new Set([...(operation.parameters || []).map(({ name }) => name), ...fieldsOf(bodyOf(operation))])];
  if (words.every((word) => entry.text.includes(word))) return [];
  const named = entry.fields.filter((name) => words.some((word) => name.toLowerCase().includes(word)));
  const all = words.every((word) => entry.text.includes(word) || named.some((name) => name.toLowerCase().includes(word)));
  return all && named.length ? named : null;
};

const ORDER = ["v2", "v1", "v0", "service", "admin"];

const search = (entries, groups, typed) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of entries) {
    const hit = words.length ? matches(entry, words) : [];
    entry.element.hidden = !hit;
    entry.hint.textContent = hit?.length ? `fields: ${hit.slice(0, 4).join(", ")}` : "";
    if (hit) count += 1;
  }
  for (const group of groups) {
    group.hidden = !entries.some(({ element }) => element.parentElement === group && !element.hidden);
    group.open = words.length ? !group.hidden : group.id === ORDER[0];
  }
  document.getElementById("found").textContent = words.length ? `${count} of ${entries.length} endpoints` : "";
};

const show = (document_) => {
  api = document_;
  const reference = document.getElementById("reference");
  const entries = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation, hint: make("small", {}) })));
  for (const entry of entries) {
    const { method, path, operation, hint } = entry;
    entry.element = later(make("details", { class: "endpoint", id: operation.operationId },
      make("summary", {}, make("span", { class: "method" }, method.toUpperCase()), make("code", {}, path), " ", make("span", { class: "summary" }, operation.summary), hint)),
      () => details(entry));
  }
  const tags = [...new Set(entries.map(({ operation }) => operation.tags[0]))].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  const groups = tags.map((tag) => {
    const of = entries.filter(({ operation }) => operation.tags[0] === tag).map(({ element }) => element);
    return make("details", { class: "group", id: tag, ...(tag === ORDER[0] ? { open: "" } : {}) }, make("summary", {}, make("h2", {}, tag), ` ${of.length} endpoints`), of);
  });
  reference.append(
    later(make("details", {}, make("summary", {}, "Codes of failures")), () => prose(api.info.description)), ...groups);
  const field = document.getElementById("search");
  field.addEventListener("input", () => search(entries, groups, field.value));
  if (field.value) search(entries, groups, field.value);
  const open = () => {
    const element = document.getElementById(new URLSearchParams(`id=${location.hash.slice(1)}`).get("id"));
    if (element?.matches("details")) {
      element.closest(".group").open = element.open = true;
      element.scrollIntoView();
    }
  };
  window.addEventListener("hashchange", open);
  reference.addEventListener("toggle", ({ target }) => {
    if (target.open && target.matches(".endpoint")) history.replaceState(null, "", `#${target.id}`);
  }, true);
  open();
};

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then(show)
  .catch((error) => document.getElementById("reference").append(`The reference could not be read: ${error}`));
