/**
 * Browser translators replace text nodes with `font` elements, while React still holds the originals and would fail or
 * update hidden text. This redirects React's operations to the replacements.
 */

/** Replacement of a text node, or of an earlier replacement. */
const successors = new WeakMap<Node, Node>();

/** Nodes this module removed from the page; no element of another text succeeds them. */
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
      // The node put beside it still has the words from before the change.
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

/** Finds the node that replaced another, or the element beside it that came for this text alone. */
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

/** Removes the replacement of a text that returns to the page. */
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
