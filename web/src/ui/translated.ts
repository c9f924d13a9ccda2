/**
 * Browsers and their extensions translate a page by putting elements of their own, `font`, in the place of its texts, and
 * newer ones in the place of those. React goes on with the texts it knows: it would end at the first one that is gone,
 * and change others that nobody sees. Here what stands in a text's place is removed, preceded and changed in its stead.
 */

/** What was put in the place of a text, or of what stood there before. */
const successors = new WeakMap<Node, Node>();

/** What was taken out of the page here: no other text's element is its successor. */
const over = new WeakSet<Node>();

/** Elements that are something's successor. */
const taken = new WeakSet<Node>();

/** The texts beside an element when it came. */
const textsBeside = new WeakMap<Node, readonly Text[]>();

/** In which order these elements came, and these texts changed. */
const numbers = new WeakMap<Node, number>();
let last = 0;

/** Whether any such element has ever been in this page. */
let isTouched = false;

/** Those that are in it. */
const fonts = document.getElementsByTagName('font');

/** Replacements of one place that are followed: a translator that works on it again and again ends somewhere. */
const mostFollowed = 100;

const isTranslators = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

const observer = new MutationObserver(note);

function note(records: readonly MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') {
      numbers.set(target, (last += 1));
      // React has changed one that has been replaced.
      if (!target.isConnected) bringBack(target);
      continue;
    }
    for (const node of addedNodes) {
      if (isTranslators(node)) {
        isTouched = true;
        numbers.set(node, (last += 1));
        textsBeside.set(
          node,
          [previousSibling, nextSibling].filter((beside) => beside instanceof Text),
        );
      } else if (node instanceof Text) {
        // It is back.
        successors.delete(node);
        over.delete(node);
      }
    }
    for (const node of removedNodes) {
      if (over.has(node) || !(node instanceof Text || isTranslators(node))) continue;
      const successor = successorOf(node, addedNodes, [previousSibling, nextSibling]);
      if (!successor) continue;
      successors.set(node, successor);
      taken.add(successor);
      if (!(node instanceof Text)) continue;
      observer.observe(node, { characterData: true });
      // What was put beside it has its words of before it changed.
      if ((numbers.get(node) ?? 0) > (numbers.get(successor) ?? 0)) bringBack(node);
    }
  }
}

/** Puts a text back in the page, to be translated anew. */
function bringBack(text: Node): void {
  const standIn = standInOf(text);
  if (!standIn) return;
  over.add(standIn);
  standIn.parentNode?.replaceChild(text, standIn);
}

/** What came in the place of something, or, of the elements beside it, the one that came for it and for no other text. */
function successorOf(gone: Node, came: NodeList, beside: readonly (Node | null)[]): Node | undefined {
  const [instead] = [...came].filter((node) => isTranslators(node) || (isTranslators(gone) && node instanceof Text));
  if (instead) return instead;
  const standing = (node: Node): number =>
    (textsBeside.get(node) ?? []).filter((text) => text === gone || text.isConnected).length;
  return beside
    .filter(isTranslators)
    .filter((node) => !taken.has(node))
    .toSorted((a, b) => standing(a) - standing(b))[0];
}

/** What stands in the page in the place of a text that was taken out of it. */
function standInOf(node: Node): Node | undefined {
  // It may have gone with the element around it.
  let gone = node;
  while (!node.isConnected && isTranslators(gone.parentNode)) gone = gone.parentNode;
  let found = successors.get(gone);
  for (let n = 0; found && !found.isConnected && n < mostFollowed; n += 1) found = successors.get(found);
  return found?.isConnected ? found : undefined;
}

/** The child of a parent that is this node, that a translator has put around it, or that stands in its place. */
function childFor(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node;
  note(observer.takeRecords());
  let found: Node | null = node.isConnected ? node : (standInOf(node) ?? null);
  while (found && found.parentNode !== parent) found = isTranslators(found.parentNode) ? found.parentNode : null;
  return found;
}

/** Of a text that comes back to the page, what has stood in its place goes. */
function dropStandIn(node: Node): void {
  if (!isTouched || node.isConnected || !(node instanceof Text)) return;
  note(observer.takeRecords());
  const standIn = standInOf(node);
  if (standIn) over.add(standIn);
  standIn?.parentNode?.removeChild(standIn);
}

/** Lets the page live while it is being translated. Called once, before anything is drawn. */
export function liveTranslated(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const there = childFor(this, child);
      if (there) over.add(there);
      // Where nobody translates, it is a fault, and the browser tells it.
      if (there || fonts.length === 0) removeChild.call(this, there ?? child);
      return child;
    },
    insertBefore(this: Node, node: Node, before: Node | null) {
      dropStandIn(node);
      const there = before && childFor(this, before);
      return insertBefore.call(this, node, there ?? (fonts.length === 0 ? before : null));
    },
    appendChild(this: Node, node: Node) {
      dropStandIn(node);
      return appendChild.call(this, node);
    },
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}
