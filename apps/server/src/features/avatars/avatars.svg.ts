import sanitize from 'sanitize-html';

/** More than an avatar needs. Rendering time grows with the content. */
const MAX_BYTES = 512 * 1024;
const MAX_ELEMENTS = 5_000;

// Shapes and colours only. No references, no repetition, nothing expensive: no images, style sheets, filters, patterns,
// masks, dashes or copies.
const ELEMENTS = [
  ...['svg', 'g', 'defs', 'title', 'desc', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['text', 'tspan', 'linearGradient', 'radialGradient', 'stop'],
];
const ATTRIBUTES = [
  ...['xmlns', 'id', 'viewBox', 'width', 'height', 'preserveAspectRatio', 'transform', 'd', 'points'],
  ...['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'dx', 'dy'],
  ...['fill', 'fill-opacity', 'fill-rule', 'opacity', 'color', 'style'],
  ...['stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit'],
  ...['offset', 'stop-color', 'stop-opacity', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'dominant-baseline', 'letter-spacing'],
];
const VALUE = [/^[\w\s#%.,()+-]{1,100}$/];
const STYLES = Object.fromEntries(
  [
    ...['fill', 'fill-opacity', 'fill-rule', 'opacity', 'color', 'stop-color', 'stop-opacity'],
    ...['stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin'],
    ...['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor'],
  ].map((property) => [property, VALUE]),
);

/** Removes everything but safe shapes and colours. Throws when the file is not an SVG. */
export function cleanSvg(file: Buffer): Buffer {
  if (file.length > MAX_BYTES) throw new RangeError('the drawing is too long');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  if (/<!ENTITY/i.test(text)) throw new RangeError('the drawing declares entities');
  let elements = 0;
  const clean = sanitize(text, {
    allowedTags: ELEMENTS,
    allowedAttributes: { '*': ATTRIBUTES },
    allowedStyles: { '*': STYLES },
    allowedSchemes: [],
    nonTextTags: ['script', 'style', 'textarea', 'option', 'foreignObject', 'metadata'],
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    exclusiveFilter: () => {
      elements += 1;
      return false;
    },
  });
  if (elements > MAX_ELEMENTS) throw new RangeError('the drawing has too many parts');
  return Buffer.from(clean);
}
