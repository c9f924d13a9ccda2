import type { KnownModel } from '../../../platform/models/manifest.ts';

const hub = 'https://huggingface.co/csukuangfj';

/** Models that separate voices: speaker segmentation within ten seconds, and voiceprints. */
export type SpeakerModels = { segmentation: string; embedding: string };

/**
 * Segmentation by pyannote and NVIDIA's TitaNet small, packaged by sherpa-onnx. Sizes and checksums agree across
 * several public projects that recorded these files independently.
 */
export const speakerModels = {
  label: 'TitaNet',
  licence: 'MIT and CC BY 4.0',
  url: hub,
  files: [
    {
      name: 'segmentation.onnx',
      address: `${hub}/sherpa-onnx-pyannote-segmentation-3-0/resolve/9403a6902bb58e3d5ae8c7e77c3422de279db2e0/model.onnx`,
      size: 5_992_913,
      sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
    },
    {
      name: 'embedding.onnx',
      address: `${hub}/speaker-embedding-models/resolve/0743f301363dec56491a490f6d6cbc9d67f9a3bf/nemo_en_titanet_small.onnx`,
      size: 40_257_283,
      sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
    },
  ],
} as const satisfies KnownModel;
