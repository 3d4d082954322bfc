# Keras 3: the model and its dtype policies, as Ulpscope trains it.
import keras

keras.config.set_dtype_policy("mixed_float16")

model = keras.Sequential(
    [
        keras.Input(shape=(28, 28), name="input_layer"),
        keras.layers.Flatten(name="flatten"),
        keras.layers.Dense(
            units=16,
            activation="relu",
            kernel_initializer="he_uniform",
            name="say \"hi\"",
        ),
        keras.layers.Dropout(rate=0.25, name="dropout"),
        keras.layers.Dense(units=32, use_bias=False, name="größe", dtype="float32"),
        keras.layers.Dense(
            units=16,
            name="dense_2",
            dtype=keras.dtype_policies.QuantizedFloat8DTypePolicy("float8", source_name="mixed_bfloat16", amax_history_length=16),
        ),
        keras.layers.Activation(activation="tanh", name="tanh", dtype="bfloat16"),
        keras.layers.Dense(units=10, name="logits", dtype="float8_from_mixed_float16"),
    ],
    name="sequential",
)

optimizer = keras.optimizers.Adam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07)
optimizer = keras.optimizers.LossScaleOptimizer(optimizer, initial_scale=1024.0, dynamic_growth_steps=500)
model.compile(
    optimizer=optimizer,
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    loss_weights=[0.5],
)

if __name__ == "__main__":
    model.summary()
