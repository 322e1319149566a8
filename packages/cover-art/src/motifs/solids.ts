export type Vector = readonly [x: number, y: number, z: number];

type Solid = { readonly corners: readonly Vector[]; readonly faces: readonly (readonly number[])[] };

const GOLDEN = (1 + Math.sqrt(5)) / 2;

const ICOSAHEDRON: Solid = {
  corners: [
    [-1, GOLDEN, 0],
    [1, GOLDEN, 0],
    [-1, -GOLDEN, 0],
    [1, -GOLDEN, 0],
    [0, -1, GOLDEN],
    [0, 1, GOLDEN],
    [0, -1, -GOLDEN],
    [0, 1, -GOLDEN],
    [GOLDEN, 0, -1],
    [GOLDEN, 0, 1],
    [-GOLDEN, 0, -1],
    [-GOLDEN, 0, 1],
  ],
  faces: [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
  ],
};

const OCTAHEDRON: Solid = {
  corners: [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ],
  faces: [
    [2, 4, 0],
    [2, 0, 5],
    [2, 5, 1],
    [2, 1, 4],
    [3, 0, 4],
    [3, 5, 0],
    [3, 1, 5],
    [3, 4, 1],
  ],
};

/** A cut stone: a crown, a girdle and a point. */
function brilliant(sides: number): Solid {
  const ring = (r: number, y: number, shift: number): Vector[] =>
    Array.from({ length: sides }, (_, index) => {
      const angle = ((index + shift) / sides) * Math.PI * 2;
      return [Math.cos(angle) * r, y, Math.sin(angle) * r];
    });
  const corners: Vector[] = [...ring(0.62, -0.62, 0.5), ...ring(1, -0.18, 0), [0, 1.15, 0]];
  const faces: number[][] = [Array.from({ length: sides }, (_, index) => index)];
  for (let index = 0; index < sides; index += 1) {
    const next = (index + 1) % sides;
    faces.push(
      [index, sides + next, sides + index],
      [index, next, sides + next],
      [sides + index, sides + next, sides * 2],
    );
  }
  return { corners, faces };
}

/** Two points over a many-sided girdle. */
function bipyramid(sides: number, tall: number): Solid {
  const girdle = Array.from({ length: sides }, (_, index): Vector => {
    const angle = (index / sides) * Math.PI * 2;
    return [Math.cos(angle), (index % 2 === 0 ? 0.1 : -0.1) * tall, Math.sin(angle)];
  });
  const faces: number[][] = [];
  for (let index = 0; index < sides; index += 1) {
    const next = (index + 1) % sides;
    faces.push([index, next, sides], [index, next, sides + 1]);
  }
  return { corners: [...girdle, [0, -tall, 0], [0, tall * 1.15, 0]], faces };
}

export const SOLIDS = {
  prism: bipyramid(6, 1.7),
  star: bipyramid(8, 1.25),
  icosahedron: ICOSAHEDRON,
  octahedron: OCTAHEDRON,
  gem: brilliant(8),
  spike: brilliant(5),
} as const;

export type SolidName = keyof typeof SOLIDS;
