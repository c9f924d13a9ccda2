/** One drawing for each chapter's slide, in the slide's own colours, 232 by 232. */
export const drawings: readonly string[] = [audience(), message(), pricing(), measuring()];

function svg(content: string): string {
  return `<svg width="232" height="232" viewBox="0 0 232 232" font-family="Inter" font-weight="600">${content}</svg>`;
}

/** A crowd of dots with one group picked out. */
function audience(): string {
  const dots = Array.from({ length: 64 }, (_, index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    const isPicked = (column - 5) ** 2 + (row - 2) ** 2 < 3.2;
    const colour = isPicked ? 'var(--accent)' : '#b9b1a2';
    return `<circle cx="${18 + column * 28}" cy="${18 + row * 28}" r="${isPicked ? 10 : 7}" fill="${colour}"/>`;
  });
  return svg(`${dots.join('')}<circle cx="158" cy="74" r="50" fill="none" stroke="var(--deep)" stroke-width="4"/>`);
}

/** A speech bubble with one bold line among crossed-out ones. */
function message(): string {
  const struck = (y: number, width: number) =>
    `<rect x="44" y="${y}" width="${width}" height="8" rx="4" fill="#cfc3d2"/>
     <path d="M40 ${y + 4}h${width + 8}" stroke="var(--deep)" stroke-width="2.5"/>`;
  return svg(`<path d="M20 24h192a14 14 0 0 1 14 14v112a14 14 0 0 1-14 14h-96l-36 36v-36H20a14 14 0 0 1-14-14V38a14 14 0 0 1 14-14z" fill="#fff"/>
    ${struck(52, 130)}${struck(74, 96)}
    <text x="116" y="118" text-anchor="middle" font-size="21" fill="var(--accent)">One clear promise</text>${struck(134, 112)}`);
}

/** Three plans, the middle one largest. */
function pricing(): string {
  const plan = (x: number, y: number, height: number, price: string, isMiddle: boolean) => `
    <rect x="${x}" y="${y}" width="68" height="${height}" rx="10" fill="${isMiddle ? 'var(--accent)' : '#fff'}"/>
    <text x="${x + 34}" y="${y + 46}" text-anchor="middle" font-size="26" fill="${isMiddle ? '#fff' : 'var(--deep)'}">${price}</text>
    <path d="M${x + 16} ${y + 70}h36M${x + 16} ${y + 86}h36M${x + 16} ${y + 102}h24" stroke="${isMiddle ? '#ffffffb0' : '#d8cdb6'}" stroke-width="5" stroke-linecap="round"/>`;
  return svg(plan(4, 62, 130, '$9', false) + plan(82, 28, 186, '$29', true) + plan(160, 62, 130, '$79', false));
}

/** Three bars and a rising line. */
function measuring(): string {
  const bar = (x: number, height: number, label: string) => `
    <rect x="${x}" y="${190 - height}" width="44" height="${height}" rx="6" fill="#fff"/>
    <text x="${x + 22}" y="214" text-anchor="middle" font-size="15" fill="var(--deep)">${label}</text>`;
  return svg(`${bar(16, 64, 'Week 1')}${bar(94, 98, 'Week 4')}${bar(172, 140, 'Week 8')}
    <path d="M10 190h212" stroke="var(--deep)" stroke-width="3"/>
    <path d="M38 112L116 74 194 32" fill="none" stroke="var(--accent)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>
    <circle cx="38" cy="112" r="8" fill="var(--accent)"/><circle cx="116" cy="74" r="8" fill="var(--accent)"/><circle cx="194" cy="32" r="8" fill="var(--accent)"/>`);
}
