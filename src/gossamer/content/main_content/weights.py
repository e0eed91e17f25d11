"""The chance that a block is main content: regression trees, written by bench/train_main_content.py; do not edit."""

from math import exp

_DECIDED = 4.0


def chance(
    text: float,
    link_density: float,
    stops: float,
    ended: float,
    level: float,
    tag: float,
    money: float,
    digits: float,
    phrase: float,
    upper: float,
    near: int,
    far: int,
    own: int,
    s1_text: float,
    s1_density: float,
    s1_blocks: float,
    s2_text: float,
    s2_density: float,
    s2_blocks: float,
    s3_text: float,
    s3_density: float,
    s3_blocks: float,
    s5_share: float,
    s5_density: float,
    core_up: float,
    core_down: float,
    core_side: float,
    bulk_up: float,
    bulk_down: float,
    bulk_side: float,
    prev_text: float,
    prev_density: float,
    next_text: float,
    next_density: float,
    window_text: float,
    window_density: float,
    place: float,
    order: float,
    since_h1: float,
    since_heading: float,
    heading_level: float,
    heading_kind: float,
    repeats: float,
    repeat_share: float,
    repeat_density: float,
    repeat_text: float,
    like_count: float,
    like_share: float,
    like_distinct: float,
    like_density: float,
    page_text: float,
    page_density: float,
    page_prose: float,
    page_blocks: float,
    page_repeat: float,
    page_repeat_share: float,
    page_money: float,
    page_kind: float,
    page_articles: float,
    depth: float,
) -> float:
    """Return the chance of a block described by a row of `features.NAMES`."""
    score = (
        (
            (
                (
                    -0.592
                    if near & 1
                    else ((-0.434 if window_text <= 232.5 else -0.270) if like_share <= 0.3509 else -0.007)
                )
                if bulk_up <= 1e-35
                else -0.605
            )
            if window_text <= 378.5
            else (
                (
                    ((-0.338 if like_share <= 0.009264 else -0.129) if since_heading <= 37.5 else -0.458)
                    if bulk_side <= 1e-35
                    else -0.516
                )
                if like_share <= 0.1309
                else (
                    0.121
                    if far & 288230376151711744
                    else (
                        (0.118 if core_down <= 10.5 else -0.489)
                        if far & 34359738368
                        else (
                            -0.051
                            if page_blocks <= 177
                            else ((-0.507 if core_down <= 1e-35 else -0.050) if core_down <= 3.5 else -0.569)
                        )
                    )
                )
            )
        )
        + (
            (
                -0.305
                if far & 1073741824
                else (
                    (
                        0.068
                        if since_heading <= 1.5
                        else ((-0.067 if since_heading <= 32.5 else -0.201) if page_repeat_share <= 0.9702 else 0.358)
                    )
                    if place <= 0.7806
                    else -0.233
                )
            )
            if window_text <= 378.5
            else (
                ((0.180 if like_density <= 0.001857 else 0.328) if page_blocks <= 623.5 else -0.134)
                if bulk_down <= 2.5
                else (
                    (
                        (-0.262 if like_distinct <= 0.5314 else 0.204)
                        if place <= 0.6221
                        else ((-0.318 if far & 35184372088832 else 0.100) if since_heading <= 10.5 else -0.135)
                    )
                    if like_density <= 0.167
                    else (0.069 if since_heading <= 1.5 else -0.215)
                )
            )
        )
        + (
            (
                (
                    -0.273
                    if far & 1073741824
                    else (0.392 if page_prose <= 1e-35 else (-0.143 if text <= 22.5 else 0.002))
                )
                if bulk_up <= 1e-35
                else -0.260
            )
            if window_text <= 271.5
            else (
                (
                    (0.262 if page_text <= 26620 else (-0.165 if s2_density <= 0.02327 else 0.182))
                    if core_down <= 2.5
                    else (
                        -0.090
                        if core_side <= -1e-35
                        else (
                            (
                                -0.206
                                if like_distinct <= 0.5314
                                else ((0.132 if s2_text <= 2340 else -0.157) if page_prose <= 0.7164 else 0.271)
                            )
                            if page_text <= 33110
                            else -0.132
                        )
                    )
                )
                if core_side <= 1e-35
                else (0.170 if page_prose <= 0.1229 else -0.225)
            )
        )
        + (
            (
                (
                    (0.459 if near & 1099511627776 else -0.194)
                    if core_side <= -1e-35
                    else (
                        (
                            0.067
                            if bulk_down <= 4.5
                            else ((0.096 if window_text <= 1075 else -0.273) if s3_density <= 1e-35 else -0.141)
                        )
                        if page_density <= 0.6721
                        else 0.229
                    )
                )
                if bulk_up <= 1e-35
                else -0.229
            )
            if ended <= 1e-35
            else (
                (
                    (0.222 if far & 34359738368 else -0.186)
                    if far & 2048
                    else (
                        (0.235 if next_text <= 845.5 else -0.227)
                        if page_blocks <= 377.5
                        else (-0.076 if far & 274877906944 else 0.133)
                    )
                )
                if core_side <= 1e-35
                else (-0.226 if page_repeat_share <= 0.9402 else 0.294)
            )
        )
        + (
            (
                (
                    -0.259
                    if near & 4
                    else (
                        -0.233
                        if own & 2097152
                        else (
                            ((0.067 if like_count <= 3.5 else 0.252) if page_blocks <= 834 else -0.178)
                            if stops <= 942.5
                            else -0.414
                        )
                    )
                )
                if core_down <= 2.5
                else (
                    (-0.072 if since_h1 <= -1e-35 else 0.123)
                    if since_h1 <= 83.5
                    else (-0.285 if far & 2048 else (-0.270 if far & 64 else 0.014))
                )
            )
            if core_up <= 1e-35
            else (
                (-0.190 if repeat_text <= 747.2 else 0.054)
                if page_density <= 0.6884
                else (0.229 if since_heading <= 1.5 else (-0.178 if core_up <= 8.5 else 0.206))
            )
        )
        + (
            (
                (
                    -0.320
                    if far & 4294967296
                    else (
                        -0.070
                        if s2_text <= 185.5
                        else ((0.122 if text <= 846.5 else -0.170) if page_blocks <= 454.5 else -0.039)
                    )
                )
                if like_share <= 0.1309
                else (
                    (0.132 if text <= 443.5 else -0.140)
                    if ended <= 1e-35
                    else ((-0.336 if far & 4294967296 else 0.227) if page_blocks <= 475.5 else 0.034)
                )
            )
            if core_up <= 1e-35
            else (
                ((0.079 if depth <= 7.5 else -0.105) if far & 17179869184 else -0.206)
                if repeat_share <= 0.5128
                else (-0.192 if near & 274877906944 else (-0.217 if like_distinct <= 0.7232 else 0.183))
            )
        )
        + (
            (
                (
                    (-0.364 if far & 1048576 else 0.063)
                    if far & 128
                    else (-0.305 if far & 4294967296 else (-0.212 if near & 2048 else 0.165))
                )
                if own & 288230376151711744
                else (
                    (-0.148 if s2_text <= 109.5 else (0.254 if s3_density <= 0.01541 else 0.077))
                    if far & 34359738368
                    else (-0.292 if far & 4294967296 else (-0.007 if repeat_text <= 1329 else -0.199))
                )
            )
            if core_up <= 1e-35
            else (
                0.118
                if page_prose <= 0.03807
                else (
                    (-0.216 if far & 1 else (-0.071 if bulk_side <= 1e-35 else -0.214))
                    if repeat_share <= 0.6945
                    else 0.163
                )
            )
        )
        + (
            (
                -0.220
                if far & 1073741824
                else (
                    (
                        (0.234 if far & 536870912 else -0.226)
                        if near & 32768
                        else (
                            (0.009 if far & 17179869184 else -0.119)
                            if like_count <= 6.5
                            else (0.261 if far & 549755813888 else (0.053 if page_blocks <= 542 else -0.121))
                        )
                    )
                    if bulk_side <= 1e-35
                    else -0.192
                )
            )
            if ended <= 1e-35
            else (
                0.198
                if core_down <= 1e-35
                else (
                    (
                        -0.230
                        if far & 1073741824
                        else (0.149 if page_blocks <= 390.5 else (-0.292 if far & 4 else 0.054))
                    )
                    if place <= 0.6275
                    else (-0.163 if repeat_share <= 0.04606 else 0.050)
                )
            )
        )
        + (
            (
                (
                    (
                        ((0.084 if place <= 0.6327 else -0.272) if far & 4096 else 0.164)
                        if like_count <= 53.5
                        else -0.175
                    )
                    if far & 17179869184
                    else (-0.121 if repeat_share <= 0.2781 else 0.132)
                )
                if s1_text <= 593.5
                else 0.161
            )
            if tag <= 1.5
            else (
                -0.221
                if far & 1073741824
                else (
                    (
                        (-0.054 if like_count <= 1.5 else 0.079)
                        if since_h1 <= 39.5
                        else (
                            0.141
                            if near & 4503599627370496
                            else (-0.123 if s5_share <= 0.8023 else (-0.036 if like_count <= 29.5 else 0.250))
                        )
                    )
                    if bulk_up <= 1e-35
                    else (-0.028 if far & 17179869184 else -0.203)
                )
            )
        )
        + (
            (
                (
                    -0.249
                    if near & 512
                    else (
                        (-0.081 if since_h1 <= 1e-35 else (0.086 if next_text <= 686.5 else -0.333))
                        if since_h1 <= 73.5
                        else -0.071
                    )
                )
                if s1_density <= 0.3124
                else (-0.027 if since_heading <= 1.5 else -0.161)
            )
            if like_share <= 0.135
            else (
                (0.162 if s3_text <= 42080 else -0.259)
                if tag <= 1.5
                else (
                    (
                        (0.266 if since_heading <= 8.5 else (0.256 if repeat_density <= 0.0117 else -0.116))
                        if since_h1 <= 28.5
                        else (-0.269 if core_down <= 1e-35 else (0.257 if near & 34359738368 else -0.024))
                    )
                    if since_heading <= 140.5
                    else -0.166
                )
            )
        )
    )
    if -_DECIDED < score < _DECIDED:
        score += (
            (
                (0.010 if since_heading <= 1.5 else (-0.004 if s3_density <= 0.02009 else -0.163))
                if text <= 23.5
                else (
                    (
                        (
                            (0.007 if bulk_down <= 16.5 else -0.339)
                            if like_count <= 2.5
                            else (
                                (
                                    -0.177
                                    if near & 4
                                    else (
                                        (-0.310 if near & 2251799813685248 else 0.169) if s3_text <= 42080 else -0.185
                                    )
                                )
                                if repeat_density <= 0.06389
                                else (-0.141 if like_distinct <= 0.9899 else 0.079)
                            )
                        )
                        if window_text <= 3167
                        else -0.178
                    )
                    if since_heading <= 10.5
                    else (
                        -0.264 if near & 33554432 else (-0.184 if far & 4 else (-0.188 if order <= 0.1475 else 0.025))
                    )
                )
            )
            + (
                (
                    -0.205
                    if near & 64
                    else (
                        -0.230
                        if own & 2097152
                        else (
                            -0.309
                            if far & 35184372088832
                            else (
                                (
                                    -0.007
                                    if s2_text <= 271.5
                                    else (
                                        -0.213
                                        if near & 70368744177664
                                        else (
                                            0.120
                                            if page_blocks <= 469.5
                                            else (
                                                (-0.227 if page_text <= 14800 else 0.166)
                                                if page_prose <= 0.5967
                                                else -0.128
                                            )
                                        )
                                    )
                                )
                                if window_text <= 3167
                                else -0.136
                            )
                        )
                    )
                )
                if core_up <= 1e-35
                else (
                    (0.197 if s3_blocks <= 4.5 else -0.033)
                    if page_prose <= 0.1208
                    else (
                        ((-0.191 if far & 32768 else 0.032) if bulk_side <= 1e-35 else -0.148)
                        if s5_density <= 0.5231
                        else -0.182
                    )
                )
            )
            + (
                (
                    (-0.273 if like_distinct <= 0.9701 else -0.020)
                    if near & 33554432
                    else (
                        -0.021
                        if like_count <= 4.5
                        else (
                            (0.225 if s3_blocks <= 1.5 else -0.088)
                            if far & 128
                            else (-0.175 if own & 2097152 else (0.173 if core_down <= 1.5 else 0.072))
                        )
                    )
                )
                if core_up <= 1e-35
                else (
                    (-0.177 if far & 1 else ((0.018 if page_money <= 23.5 else -0.152) if place <= 0.7269 else -0.144))
                    if page_density <= 0.7022
                    else (
                        0.375
                        if page_density <= 0.7336
                        else ((-0.148 if text <= 33.5 else 0.083) if repeats <= 19.5 else 0.262)
                    )
                )
            )
            + (
                (
                    (0.034 if window_density <= 0.9988 else 0.257)
                    if since_heading <= 1.5
                    else (
                        -0.129
                        if like_share <= 0.01267
                        else (
                            (
                                (
                                    -0.158
                                    if near & 33554432
                                    else (
                                        ((-0.197 if depth <= 5.5 else 0.071) if since_h1 <= 64.5 else -0.086)
                                        if tag <= 2.5
                                        else (0.124 if tag <= 11.5 else -0.129)
                                    )
                                )
                                if window_text <= 1951
                                else -0.207
                            )
                            if s3_density <= 0.6223
                            else (0.357 if own & 262144 else -0.143)
                        )
                    )
                )
                if like_share <= 0.2484
                else (
                    ((0.182 if since_h1 <= 36.5 else 0.057) if repeat_text <= 2775 else -0.102)
                    if tag <= 9.5
                    else -0.154
                )
            )
            + (
                -0.217
                if far & 4294967296
                else (
                    -0.188
                    if far & 2147483648
                    else (
                        -0.220
                        if far & 8589934592
                        else (
                            (
                                0.100
                                if page_repeat <= 5.5
                                else ((-0.011 if next_text <= 75.5 else 0.097) if next_text <= 766.5 else -0.356)
                            )
                            if since_heading <= 7.5
                            else (
                                -0.239
                                if far & 512
                                else (
                                    (-0.158 if like_distinct <= 0.8794 else 0.149)
                                    if far & 4503599627370496
                                    else (
                                        -0.092
                                        if like_count <= 5.5
                                        else (
                                            (
                                                (0.121 if page_money <= 44 else -0.179)
                                                if page_prose <= 0.5926
                                                else (-0.145 if page_prose <= 0.7323 else 0.106)
                                            )
                                            if window_density <= 0.9988
                                            else -0.131
                                        )
                                    )
                                )
                            )
                        )
                    )
                )
            )
            + (
                -0.183
                if far & 1073741824
                else (
                    (
                        (
                            -0.187
                            if place <= 0.03708
                            else (0.209 if prev_text <= 3.5 else (-0.184 if near & 32768 else 0.017))
                        )
                        if ended <= 1e-35
                        else (
                            ((0.090 if since_h1 <= 42.5 else -0.032) if next_text <= 766.5 else -0.360)
                            if like_share <= 0.2006
                            else (0.206 if since_h1 <= 87.5 else (0.099 if s5_density <= 0.1537 else -0.302))
                        )
                    )
                    if place <= 0.6221
                    else (
                        (
                            ((0.121 if far & 16777216 else -0.043) if since_h1 <= 62.5 else -0.074)
                            if heading_kind <= 1e-35
                            else -0.154
                        )
                        if like_share <= 0.5625
                        else 0.168
                    )
                )
            )
            + (
                -0.172
                if far & 1073741824
                else (
                    (
                        (
                            -0.208
                            if order <= 0.04499
                            else (
                                (0.112 if repeats <= 19.5 else -0.105)
                                if own & 288230376151711744
                                else (
                                    (-0.207 if core_down <= 1e-35 else 0.173)
                                    if page_text <= 3404
                                    else (-0.042 if s5_share <= 0.8185 else 0.075)
                                )
                            )
                        )
                        if place <= 0.5688
                        else (
                            (
                                (-0.206 if like_share <= 0.1411 else 0.126)
                                if far & 2048
                                else ((-0.017 if repeats <= 22.5 else -0.317) if repeats <= 24.5 else 0.172)
                            )
                            if page_text <= 43900
                            else -0.271
                        )
                    )
                    if like_share <= 0.5625
                    else (0.195 if page_text <= 30890 else -0.039)
                )
            )
            + (
                -0.160
                if near & 4
                else (
                    -0.169
                    if far & 2147483648
                    else (
                        (
                            (0.239 if core_up <= 5.5 else -0.145)
                            if page_density <= 0.1656
                            else (
                                (
                                    (-0.081 if ended <= 1e-35 else 0.066)
                                    if page_density <= 0.301
                                    else (
                                        0.262
                                        if page_density <= 0.3072
                                        else (
                                            (-0.019 if s2_text <= 125.5 else 0.135)
                                            if core_up <= 1.5
                                            else (0.073 if page_prose <= 0.2672 else -0.153)
                                        )
                                    )
                                )
                                if heading_kind <= 1e-35
                                else -0.062
                            )
                        )
                        if page_prose <= 0.5926
                        else (
                            (0.046 if far & 34359738368 else (-0.031 if place <= 0.3941 else -0.192))
                            if page_prose <= 0.7164
                            else 0.032
                        )
                    )
                )
            )
            + (
                (0.267 if page_prose <= 1e-35 else -0.231)
                if far & 4294967296
                else (
                    -0.255
                    if far & 35184372088832
                    else (
                        -0.157
                        if far & 2147483648
                        else (
                            (
                                (
                                    -0.145
                                    if near & 524288
                                    else (
                                        (
                                            (
                                                -0.144
                                                if own & 268435456
                                                else (
                                                    (-0.004 if heading_level <= 1.5 else 0.065)
                                                    if page_money <= 25
                                                    else (0.215 if heading_level <= 3.5 else -0.189)
                                                )
                                            )
                                            if place <= 0.8815
                                            else -0.055
                                        )
                                        if page_money <= 44
                                        else (-0.128 if page_money <= 111.5 else 0.405)
                                    )
                                )
                                if text <= 615.5
                                else (-0.120 if like_density <= 0.003911 else 0.081)
                            )
                            if phrase <= 1e-35
                            else -0.096
                        )
                    )
                )
            )
            + (
                -0.182
                if near & 512
                else (
                    -0.216
                    if far & 8589934592
                    else (
                        (-0.175 if core_up <= 18.5 else 0.384)
                        if far & 1073741824
                        else (
                            (
                                -0.034
                                if text <= 23.5
                                else (
                                    ((-0.074 if repeat_density <= 0.0172 else 0.112) if since_h1 <= 1e-35 else 0.093)
                                    if since_h1 <= 52.5
                                    else (
                                        (
                                            -0.275
                                            if far & 128
                                            else (
                                                -0.117
                                                if near & 134217728
                                                else (-0.018 if repeat_density <= 0.3515 else 0.254)
                                            )
                                        )
                                        if page_kind <= 2.5
                                        else (
                                            (0.129 if core_down <= 10.5 else -0.082) if bulk_side <= 1e-35 else -0.189
                                        )
                                    )
                                )
                            )
                            if text <= 537.5
                            else -0.064
                        )
                    )
                )
            )
            + (
                (
                    -0.148
                    if near & 4
                    else (
                        -0.181
                        if far & 2147483648
                        else (
                            -0.058
                            if like_distinct <= 0.9892
                            else (
                                ((0.045 if place <= 0.4559 else -0.071) if s2_text <= 1879 else -0.182)
                                if like_count <= 1.5
                                else (
                                    -0.099
                                    if far & 2251799813685248
                                    else (
                                        -0.142
                                        if own & 2097152
                                        else (
                                            (
                                                0.145
                                                if core_down <= 2.5
                                                else (
                                                    (
                                                        (0.015 if text <= 67.5 else 0.101)
                                                        if like_count <= 51.5
                                                        else (0.070 if since_heading <= 25.5 else -0.308)
                                                    )
                                                    if s1_text <= 4464
                                                    else -0.364
                                                )
                                            )
                                            if page_text <= 30610
                                            else -0.028
                                        )
                                    )
                                )
                            )
                        )
                    )
                )
                if page_repeat_share <= 0.9849
                else 0.242
            )
            + (
                (
                    -0.166
                    if far & 1073741824
                    else (
                        -0.244
                        if far & 35184372088832
                        else (
                            (
                                (-0.086 if far & 1048576 else (0.115 if core_up <= 3.5 else -0.125))
                                if near & 134217728
                                else (
                                    0.077
                                    if page_repeat_share <= 0.09275
                                    else (
                                        (-0.150 if page_repeat_share <= 0.6087 else -0.019)
                                        if s2_blocks <= 36.5
                                        else 0.088
                                    )
                                )
                            )
                            if far & 8
                            else (
                                -0.239
                                if near & 68719476736
                                else (
                                    0.061
                                    if since_h1 <= 54.5
                                    else (
                                        (0.020 if page_prose <= 0.5926 else -0.074)
                                        if page_repeat <= 32
                                        else (-0.164 if window_text <= 188.5 else 0.292)
                                    )
                                )
                            )
                        )
                    )
                )
                if page_repeat_share <= 0.9618
                else 0.168
            )
            + (
                -0.205
                if far & 8589934592
                else (
                    -0.170
                    if like_distinct <= 0.2583
                    else (
                        (-0.007 if s2_text <= 723.5 else -0.127)
                        if like_count <= 1.5
                        else (
                            (
                                (
                                    (0.038 if page_repeat <= 6.5 else -0.377)
                                    if own & 268435456
                                    else (
                                        -0.235
                                        if far & 35184372088832
                                        else (
                                            -0.122
                                            if like_distinct <= 0.5251
                                            else (0.093 if repeats <= 23.5 else -0.069)
                                        )
                                    )
                                )
                                if since_h1 <= 86.5
                                else -0.018
                            )
                            if like_density <= 0.1998
                            else (
                                ((0.055 if s1_blocks <= 3.5 else -0.126) if repeats <= 12.5 else 0.189)
                                if page_prose <= 0.2614
                                else (0.076 if near & 262144 else -0.121)
                            )
                        )
                    )
                )
            )
            + (
                -0.191
                if far & 4294967296
                else (
                    (
                        (
                            (
                                (-0.091 if since_h1 <= -1e-35 else (0.235 if s2_text <= 1718 else -0.037))
                                if page_repeat_share <= 0.3591
                                else (-0.028 if page_repeat_share <= 0.8199 else (-0.182 if far & 2097152 else 0.213))
                            )
                            if page_prose <= 0.3064
                            else (
                                (
                                    -0.123
                                    if near & 8
                                    else (
                                        (-0.196 if own & 1 else (0.031 if repeats <= 61.5 else -0.253))
                                        if stops <= 252
                                        else -0.212
                                    )
                                )
                                if core_side <= 1e-35
                                else (-0.186 if repeat_text <= 182.6 else 0.045)
                            )
                        )
                        if core_down <= 11.5
                        else -0.078
                    )
                    if phrase <= 1e-35
                    else -0.108
                )
            )
            + (
                -0.177
                if near & 512
                else (
                    -0.178
                    if far & 4294967296
                    else (
                        -0.157
                        if own & 2097152
                        else (
                            (
                                (-0.115 if core_side <= 1e-35 else 0.203)
                                if heading_level <= 1e-35
                                else (
                                    (
                                        (
                                            (
                                                (-0.368 if own & 67108864 else 0.051)
                                                if page_text <= 9846
                                                else (
                                                    (-0.023 if stops <= 11.5 else -0.226)
                                                    if repeat_text <= 747.2
                                                    else 0.072
                                                )
                                            )
                                            if s3_text <= 13990
                                            else 0.170
                                        )
                                        if page_text <= 25080
                                        else 0.092
                                    )
                                    if stops <= 942.5
                                    else -0.252
                                )
                            )
                            if heading_level <= 3.5
                            else ((-0.110 if repeat_text <= 50.17 else 0.068) if page_text <= 20540 else -0.120)
                        )
                    )
                )
            )
            + (
                (
                    (-0.215 if page_repeat_share <= 0.9997 else 0.252)
                    if far & 4294967296
                    else (
                        -0.193
                        if far & 8589934592
                        else (
                            (
                                ((-0.177 if core_down <= 1e-35 else 0.159) if core_down <= 8.5 else -0.052)
                                if s2_density <= 0.1397
                                else -0.032
                            )
                            if near & 274877906944
                            else (
                                (
                                    (0.170 if s5_share <= 0.09239 else (0.178 if page_text <= 5977 else -0.150))
                                    if page_repeat <= 5.5
                                    else -0.113
                                )
                                if like_distinct <= 0.9892
                                else (
                                    -0.151
                                    if near & 512
                                    else ((-0.048 if level <= 1.5 else 0.112) if core_down <= 3.5 else 0.027)
                                )
                            )
                        )
                    )
                )
                if like_share <= 0.5625
                else 0.125
            )
            + (
                (
                    ((-0.136 if repeat_density <= 0.9995 else 0.140) if s2_text <= 4101 else 0.145)
                    if far & 4
                    else (
                        (
                            -0.323
                            if far & 8192
                            else ((-0.042 if like_share <= 0.135 else 0.172) if page_blocks <= 420 else -0.200)
                        )
                        if near & 33554432
                        else (
                            0.034
                            if s3_density <= 0.07148
                            else (
                                (-0.152 if near & 32768 else 0.011)
                                if page_prose <= 0.5926
                                else (
                                    (-0.090 if like_share <= 0.0614 else (0.202 if s5_share <= 1 else -0.285))
                                    if place <= 0.5042
                                    else (-0.148 if like_share <= 0.3509 else -0.559)
                                )
                            )
                        )
                    )
                )
                if like_share <= 0.5625
                else 0.114
            )
            + (
                -0.220
                if far & 35184372088832
                else (
                    (
                        -0.179
                        if far & 8589934592
                        else (
                            -0.115
                            if like_share <= 0.001952
                            else (
                                (0.161 if own & 65536 else -0.228)
                                if own & 2097152
                                else (
                                    -0.121
                                    if far & 1073741824
                                    else (
                                        (
                                            -0.252
                                            if page_repeat_share <= 0.6909
                                            else (0.262 if since_h1 <= 163.5 else -0.227)
                                        )
                                        if near & 64
                                        else (
                                            -0.337
                                            if own & 2199023255552
                                            else (
                                                -0.197
                                                if near & 68719476736
                                                else (
                                                    0.123
                                                    if far & 4194304
                                                    else (
                                                        -0.127
                                                        if near & 2048
                                                        else (0.021 if page_money <= 111.5 else 0.327)
                                                    )
                                                )
                                            )
                                        )
                                    )
                                )
                            )
                        )
                    )
                    if bulk_down <= 17.5
                    else -0.187
                )
            )
            + (
                (
                    (
                        (-0.036 if page_blocks <= 128.5 else 0.109)
                        if repeat_density <= 0.1248
                        else ((-0.207 if page_blocks <= 162.5 else 0.020) if like_share <= 0.135 else 0.044)
                    )
                    if page_blocks <= 188.5
                    else ((-0.035 if page_prose <= 0.6538 else -0.215) if page_prose <= 0.7231 else 0.076)
                )
                if page_blocks <= 276.5
                else (
                    (
                        -0.381
                        if far & 281474976710656
                        else (-0.160 if far & 64 else (0.212 if s1_density <= 0.02737 else 0.073))
                    )
                    if page_blocks <= 343.5
                    else (
                        (0.035 if far & 34359738368 else (-0.081 if page_prose <= 0.7978 else 0.211))
                        if page_density <= 0.3869
                        else 0.058
                    )
                )
            )
            + (
                -0.195
                if far & 8589934592
                else (
                    -0.157
                    if far & 4294967296
                    else (
                        (
                            (
                                ((0.082 if page_prose <= 0.5942 else -0.026) if like_share <= 0.1723 else 0.117)
                                if s5_density <= 0.1453
                                else (0.037 if repeats <= 2 else (0.085 if place <= 0.2217 else -0.092))
                            )
                            if window_density <= 0.9988
                            else 0.166
                        )
                        if since_heading <= 3.5
                        else (
                            -0.138
                            if place <= 0.06282
                            else (
                                (
                                    0.101
                                    if near & 4503599627370496
                                    else (
                                        ((-0.015 if page_money <= 9.5 else 0.107) if since_h1 <= 81.5 else -0.071)
                                        if far & 134217728
                                        else -0.099
                                    )
                                )
                                if page_repeat_share <= 0.9361
                                else 0.116
                            )
                        )
                    )
                )
            )
            + (
                (-0.093 if page_blocks <= 533 else 0.073)
                if order <= 0.1909
                else (
                    (
                        -0.129
                        if s5_share <= 0.008212
                        else (
                            -0.230
                            if own & 524288
                            else (
                                (
                                    (
                                        (
                                            (0.004 if page_density <= 0.2072 else -0.147)
                                            if page_density <= 0.8009
                                            else 0.160
                                        )
                                        if s5_share <= 0.03464
                                        else 0.106
                                    )
                                    if page_kind <= 2.5
                                    else (0.072 if repeat_density <= 0.9462 else 0.285)
                                )
                                if s5_share <= 0.05258
                                else (
                                    (
                                        (0.158 if repeat_density <= 0.0148 else -0.258)
                                        if far & 70368744177664
                                        else (-0.080 if page_density <= 0.05213 else 0.001)
                                    )
                                    if money <= 1e-35
                                    else 0.148
                                )
                            )
                        )
                    )
                    if page_repeat_share <= 0.9849
                    else 0.201
                )
            )
            + (
                -0.211
                if far & 35184372088832
                else (
                    (
                        (
                            (-0.012 if repeat_share <= 0.1577 else 0.245)
                            if far & 8796093022208
                            else (-0.137 if page_repeat <= 34.5 else 0.143)
                        )
                        if far & 4
                        else (
                            -0.210
                            if own & 524288
                            else (
                                (
                                    (0.197 if near & 131072 else (0.195 if page_density <= 0.1177 else -0.025))
                                    if core_up <= 1e-35
                                    else -0.090
                                )
                                if near & 137438953472
                                else (
                                    ((0.109 if far & 262144 else -0.048) if ended <= 1e-35 else 0.082)
                                    if place <= 0.4559
                                    else -0.018
                                )
                            )
                        )
                    )
                    if depth <= 22.5
                    else (-0.185 if like_count <= 10.5 else 0.135)
                )
            )
            + (
                -0.128
                if own & 32768
                else (
                    (-0.249 if text <= 140.5 else 0.118)
                    if near & 16
                    else (
                        -0.051
                        if far & 4
                        else (
                            -0.126
                            if near & 2048
                            else (
                                (
                                    (
                                        (-0.076 if near & 1 else (-0.060 if near & 33554432 else 0.066))
                                        if bulk_down <= 17.5
                                        else -0.196
                                    )
                                    if repeats <= 22.5
                                    else (-0.072 if depth <= 16.5 else 0.225)
                                )
                                if page_articles <= 1e-35
                                else (
                                    (-0.066 if text <= 32.5 else 0.107)
                                    if s5_share <= 0.05336
                                    else (
                                        (0.114 if own & 72057594037927936 else -0.028) if bulk_down <= 9.5 else -0.189
                                    )
                                )
                            )
                        )
                    )
                )
            )
            + (
                (
                    -0.209
                    if own & 2251799813685248
                    else (
                        -0.207
                        if far & 35184372088832
                        else (
                            (
                                (
                                    ((0.207 if core_side <= 1e-35 else -0.115) if s1_density <= 0.1731 else -0.211)
                                    if page_text <= 10410
                                    else (-0.144 if repeat_share <= 0.5019 else 0.141)
                                )
                                if far & 1048576
                                else (
                                    0.086
                                    if far & 17179869184
                                    else (
                                        (
                                            ((-0.032 if s2_text <= 286.5 else 0.144) if page_text <= 40110 else -0.105)
                                            if s3_density <= 0.1199
                                            else -0.148
                                        )
                                        if page_blocks <= 610
                                        else 0.224
                                    )
                                )
                            )
                            if far & 288230376151711744
                            else (-0.019 if level <= 1.5 else 0.040)
                        )
                    )
                )
                if stops <= 252
                else -0.209
            )
            + (
                (
                    (
                        (
                            (
                                (-0.081 if s3_text <= 97.5 else (0.045 if page_density <= 0.3002 else 0.180))
                                if far & 8796093022208
                                else -0.003
                            )
                            if s3_blocks <= 86.5
                            else (-0.267 if s3_blocks <= 113.5 else -0.017)
                        )
                        if order <= 0.6947
                        else (
                            (0.164 if page_density <= 0.08474 else (-0.122 if repeat_share <= 0.1086 else -0.394))
                            if tag <= 2.5
                            else 0.026
                        )
                    )
                    if text <= 846.5
                    else -0.141
                )
                if repeats <= 3.5
                else (
                    -0.038
                    if like_distinct <= 0.9897
                    else (
                        (-0.031 if far & 1048576 else 0.063)
                        if repeats <= 22.5
                        else (-0.082 if page_density <= 0.705 else 0.194)
                    )
                )
            )
            + (
                (
                    (-0.215 if far & 8589934592 else (0.027 if bulk_down <= 17.5 else -0.172))
                    if place <= 0.9318
                    else -0.173
                )
                if page_prose <= 0.6123
                else (
                    (
                        (
                            -0.151
                            if page_density <= 0.08709
                            else (
                                (
                                    -0.219
                                    if page_prose <= 0.6144
                                    else (
                                        (
                                            (0.117 if next_text <= 660.5 else -0.206)
                                            if window_density <= 0.06738
                                            else -0.049
                                        )
                                        if bulk_down <= 10.5
                                        else -0.131
                                    )
                                )
                                if page_repeat <= 23.5
                                else (0.124 if place <= 0.4244 else -0.301)
                            )
                        )
                        if s3_density <= 0.1048
                        else (0.082 if page_density <= 0.1337 else -0.190)
                    )
                    if page_prose <= 0.7536
                    else (0.038 if window_text <= 3167 else -0.114)
                )
            )
            + (
                -0.112
                if near & 512
                else (
                    -0.020
                    if far & 8
                    else (
                        (
                            (
                                ((0.068 if like_density <= 0.0183 else -0.054) if page_prose <= 0.6037 else -0.074)
                                if like_count <= 4.5
                                else (
                                    (
                                        0.166
                                        if since_h1 <= 49.5
                                        else (
                                            0.118
                                            if page_prose <= 0.5934
                                            else (
                                                (0.136 if repeat_share <= 0.2678 else -0.268)
                                                if since_h1 <= 110.5
                                                else -0.169
                                            )
                                        )
                                    )
                                    if near & 131072
                                    else (0.128 if s3_density <= 0.005847 else (0.103 if s2_text <= 95.5 else -0.077))
                                )
                            )
                            if repeat_share <= 0.2781
                            else 0.196
                        )
                        if repeat_share <= 0.3487
                        else (-0.031 if bulk_up <= 1.5 else 0.160)
                    )
                )
            )
            + (
                (
                    -0.107
                    if near & 64
                    else (
                        (-0.201 if core_up <= 18.5 else 0.186)
                        if far & 4294967296
                        else (
                            -0.275
                            if own & 2199023255552
                            else (
                                (
                                    (
                                        (0.314 if far & 268435456 else (-0.106 if core_side <= 1e-35 else 0.208))
                                        if window_text <= 217.5
                                        else (-0.184 if depth <= 17.5 else 0.068)
                                    )
                                    if far & 2251799813685248
                                    else (
                                        (0.010 if s5_density <= 0.8345 else (0.193 if near & 262144 else -0.138))
                                        if page_density <= 0.6791
                                        else (0.100 if page_density <= 0.924 else -0.117)
                                    )
                                )
                                if since_h1 <= 272.5
                                else 0.086
                            )
                        )
                    )
                )
                if phrase <= 1e-35
                else -0.079
            )
            + (
                (-0.101 if like_count <= 31.5 else 0.173)
                if depth <= 4.5
                else (
                    -0.202
                    if far & 35184372088832
                    else (
                        -0.128
                        if near & 16
                        else (
                            (-0.177 if s2_blocks <= 16.5 else 0.113)
                            if own & 1
                            else (
                                0.105
                                if prev_text <= 3.5
                                else (
                                    -0.103
                                    if own & 32768
                                    else (
                                        -0.220
                                        if own & 524288
                                        else (
                                            (
                                                (
                                                    0.018
                                                    if s2_blocks <= 8.5
                                                    else (-0.108 if s3_density <= 0.00823 else 0.008)
                                                )
                                                if repeats <= 47
                                                else -0.184
                                            )
                                            if s5_share <= 0.8565
                                            else (
                                                0.143 if s2_blocks <= 2.5 else (0.020 if like_count <= 84.5 else 0.177)
                                            )
                                        )
                                    )
                                )
                            )
                        )
                    )
                )
            )
            + (
                (-0.082 if page_repeat <= 32 else 0.173)
                if far & 4
                else (
                    (
                        (
                            (
                                (0.026 if like_share <= 0.2585 else 0.130)
                                if s5_density <= 0.0916
                                else ((-0.196 if s1_density <= 0.02303 else 0.007) if near & 262144 else 0.007)
                            )
                            if since_heading <= 5.5
                            else (
                                -0.119
                                if s3_blocks <= 8.5
                                else ((-0.049 if window_text <= 576.5 else 0.208) if s2_blocks <= 3.5 else -0.021)
                            )
                        )
                        if bulk_down <= 6.5
                        else (-0.117 if far & 2097152 else (0.014 if like_share <= 0.04717 else 0.095))
                    )
                    if bulk_down <= 10.5
                    else (-0.032 if s3_blocks <= 22.5 else -0.234)
                )
            )
        )
    return 1 / (1 + exp(-score))
