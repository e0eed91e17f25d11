// Returns the look of the page as computed styles: samples of elements by role, amounts of colours, custom
// properties and candidates for the logo. What they mean for a brand is decided elsewhere.
//
// Colours come as "#rrggbb", or "" where they are not seen: a canvas reads every notation that CSS has.
() => {
  const MOST_ELEMENTS = 4000, MOST_MARKUP = 20000;
  const all = (selector) => [...Document.prototype.querySelectorAll.call(document, selector)];
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) || "";
  const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const styleOf = (element) => getComputedStyle(element);
  const short = (text, most) => (text || "").replace(/\s+/g, " ").trim().slice(0, most);
  const root = document.documentElement, body = document.body;
  if (!root || !body) return null;

  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (written) => {
    if (!known.has(written)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = "#000";
      canvas.fillStyle = written;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
      known.set(written, alpha < 128 ? "" : `#${hex}`);
    }
    return known.get(written);
  };
  const where = (element) => {
    const name = element.localName;
    const id = attribute(element, "id");
    const classes = attribute(element, "class").split(/\s+/).filter(Boolean).slice(0, 2);
    return short(name + (id ? `#${id}` : "") + classes.map((one) => `.${one}`).join(""), 100);
  };
  const isShown = (element) => {
    const box = boxOf(element);
    if (box.width < 2 || box.height < 2 || box.right < 0) return false;
    const style = styleOf(element);
    return style.visibility === "visible" && style.opacity !== "0";
  };
  // The words of a button may stand in an element of their own, which has their colour and font.
  const wordsOf = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data.trim()) return walker.currentNode.parentElement;
    return element;
  };
  const sample = (role) => (element) => {
    const style = styleOf(element), box = boxOf(element), words = role === "page" ? style : styleOf(wordsOf(element));
    return {
      role,
      where: where(element),
      text: short(element.innerText || attribute(element, "value") || attribute(element, "placeholder"), 60),
      box: [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round),
      colour: colour(words.color),
      background: colour(style.backgroundColor),
      border: parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none" ? colour(style.borderTopColor) : "",
      radius: style.borderTopLeftRadius,
      shadow: style.boxShadow === "none" ? "" : short(style.boxShadow, 100),
      family: short(words.fontFamily, 300),
      size: words.fontSize,
      weight: words.fontWeight,
      line: style.lineHeight,
      padding: short(style.padding, 60),
      margin: short(style.margin, 60),
      gap: style.rowGap === "normal" ? "" : style.rowGap,
      transition: style.transitionDuration === "0s" ? "" : short(`${style.transitionDuration} ${style.transitionTimingFunction}`, 80),
      widest: style.maxWidth === "none" ? "" : style.maxWidth,
    };
  };
  const some = (role, selector, most) => all(selector).slice(0, 400).filter(isShown).slice(0, most).map(sample(role));
  const samples = [
    ...[root, body].map(sample("page")),
    ...["h1", "h2", "h3"].flatMap((name) => some(name, name, 4)),
    ...some("text", "main p, article p, p, li, td", 40),
    ...some("small", "small, figcaption, footer p", 6),
    ...some("code", "code, pre", 4),
    ...some("link", "main a[href], article a[href], p a[href]", 40),
    ...some("button", "button, a[class*=btn i], a[class*=button i], a[class*=cta i], span[class*=button i], [role=button], input[type=submit], input[type=button]", 60),
    ...some("input", "input:not([type=hidden],[type=submit],[type=button],[type=checkbox],[type=radio],[type=image]), textarea, select", 12),
    ...some("header", "body > header, header, [role=banner], nav", 4),
    ...some("footer", "footer, [role=contentinfo]", 2),
    ...some("box", "main, [class*=container i], [class*=wrapper i], [class*=card i], section, article", 40),
  ];

  const amounts = new Map();
  const count = (kind, value, amount, element) => {
    if (!value || amount <= 0) return;
    const key = `${kind} ${value}`;
    const entry = amounts.get(key) || { kind, colour: value, amount: 0, where: where(element), most: 0 };
    entry.amount += amount;
    if (amount > entry.most) { entry.most = amount; entry.where = where(element); }
    amounts.set(key, entry);
  };
  for (const element of all("body *").slice(0, MOST_ELEMENTS)) {
    if (!isShown(element)) continue;
    const style = styleOf(element), box = boxOf(element);
    count("background", colour(style.backgroundColor), box.width * Math.min(box.height, 4000), element);
    let letters = 0;
    for (const node of element.childNodes) if (node.nodeType === 3) letters += node.data.trim().length;
    count("text", colour(style.color), letters, element);
    if (style.fill && style.fill !== "none" && element.localName === "path") count("icon", colour(style.fill), 1, element);
  }

  const variables = {};
  if (root.computedStyleMap) {
    let taken = 0;
    for (const [name, values] of root.computedStyleMap()) {
      if (!name.startsWith("--") || taken > 400) continue;
      const value = short(values.map(String).join(""), 80);
      if (!CSS.supports("color", value)) continue;
      taken += 1;
      variables[name.slice(0, 80)] = colour(value);
    }
  }

  const logos = all("img, svg, a[class*=logo i], [class*=logo i] > *, [id*=logo i]").slice(0, 400).filter(isShown).map((element) => {
    const box = boxOf(element);
    const drawn = element.localName === "svg" ? element.outerHTML : "";
    const picture = /^url\("(.+)"\)$/.exec(styleOf(element).backgroundImage);
    const address = element.localName === "img" ? element.currentSrc || element.src : picture ? picture[1] : "";
    let names = "", context = "", link = "";
    for (let at = element, steps = 0; at && at !== body && steps < 6; at = at.parentElement, steps += 1) {
      const own = [at.localName, attribute(at, "id"), attribute(at, "class"), attribute(at, "role")].join(" ");
      if (steps < 3) names += ` ${own} ${attribute(at, "aria-label")} ${attribute(at, "title")}`;
      context += ` ${own}`;
      if (!link && at.localName === "a") link = at.href;
    }
    return {
      where: where(element),
      address: String(address).slice(0, MOST_MARKUP),
      markup: drawn.length <= MOST_MARKUP ? drawn : "",
      text: short(attribute(element, "alt") || attribute(element, "aria-label"), 80),
      names: short(names, 400),
      context: short(context, 600),
      link: short(link, 500),
      box: [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round),
    };
  }).filter((one) => one.address || one.markup).slice(0, 80);

  return {
    samples,
    amounts: [...amounts.values()].sort((a, b) => b.amount - a.amount).slice(0, 80).map(({ most, ...entry }) => entry),
    variables,
    logos,
    width: innerWidth,
  };
}
