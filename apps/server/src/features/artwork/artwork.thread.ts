// The thread in which pictures are drawn: composing one takes the better part of the time, and visitors must not wait.

import { cropPicture } from '@oyna/cover-art/crop';
import { renderArt } from '@oyna/cover-art/render';
import { doWork } from '../../platform/worker-thread.ts';

export type DrawOrder = { draw: Parameters<typeof renderArt> } | { crop: Parameters<typeof cropPicture> };

doWork((order: DrawOrder) => ('draw' in order ? renderArt(...order.draw) : cropPicture(...order.crop)));
