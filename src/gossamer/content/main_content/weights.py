"""The chance that a block is main content: regression trees written by bench/train_main_content.py, not by hand."""

from collections.abc import Iterable
from math import exp

_SURE = 1.2


def chances(
    rows: Iterable[
        tuple[
            float,
            float,
            float,
            float,
            float,
            float,
            int,
            int,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
            float,
        ]
    ],
) -> list[float]:
    """Return the chance for each row of `features.NAMES`; clear cases end after the first trees."""
    result = []
    for (
        text,
        _,
        stops,
        ended,
        level,
        tag,
        near,
        far,
        titled,
        s1_text,
        s1_density,
        s2_text,
        s2_density,
        s2_blocks,
        s3_text,
        s3_density,
        s3_blocks,
        s5_share,
        s5_density,
        prose_share,
        siblings,
        depth,
        scope,
        core_up,
        core_down,
        core_side,
        bulk_up,
        bulk_down,
        bulk_side,
        title_up,
        title_down,
        title_side,
        repeats,
        repeat_share,
        repeat_text,
        outer_repeats,
        outer_share,
        outer_text,
        prev_text,
        next_text,
        prev_density,
        _,
        prev_level,
        next_level,
        window_text,
        window_density,
        window_stops,
        like_count,
        like_share,
        like_distinct,
        copy,
        since_heading,
        heading_level,
        heading_kind,
        since_related,
        since_talk,
        since_site,
        place,
        since_title,
        page_text,
        page_density,
        page_prose,
        page_blocks,
        page_repeat,
        page_repeat_share,
        page_prices,
    ) in rows:
        score = (
            (
                (
                    (-0.316 if title_side <= 0 else ((-0.070 if scope <= 0 else -0.244) if copy <= 1.5 else -0.253))
                    if page_density <= 0.85597
                    else (-0.111 if text <= 23.5 else 0.273)
                )
                if prose_share <= 0
                else (
                    (
                        -0.262
                        if window_stops <= 1.5
                        else (
                            (0.165 if since_talk <= 181.5 else -0.038)
                            if window_density <= 0.07793
                            else (-0.099 if window_stops <= 14.5 else 0.156)
                        )
                    )
                    if like_count <= 3.5
                    else (
                        (-0.138 if near & 64 else (0.303 if near & 288230376151711744 else 0.151))
                        if copy <= 1.5
                        else (0.252 if far & 8192 else -0.196)
                    )
                )
            )
            + (
                (
                    (
                        (-0.297 if far & 1 else (-0.016 if since_heading <= 1.5 else -0.179))
                        if core_side <= 0
                        else ((-0.165 if far & 4 else 0.087) if since_heading <= 35.5 else -0.162)
                    )
                    if core_side <= 0
                    else (-0.275 if page_repeat_share <= 0.9997 else 0.147)
                )
                if like_share <= 0.1816
                else (
                    (0.265 if outer_repeats <= 21.5 else (-0.148 if like_share <= 0.61822 else 0.291))
                    if far & 288230376151711744
                    else (
                        (
                            (-0.107 if core_down <= 0 else 0.187)
                            if core_down <= 6.5
                            else (0.273 if near & 4503599627370496 else -0.192)
                        )
                        if page_blocks <= 468.5
                        else -0.259
                    )
                )
            )
            + (
                (
                    (
                        ((0.198 if near & 34359738368 else -0.152) if s5_share <= 0.5722 else 0.045)
                        if like_share <= 0.34969
                        else 0.195
                    )
                    if bulk_up <= 0
                    else -0.255
                )
                if window_text <= 348.5
                else (
                    (((-0.239 if far & 64 else 0.073) if copy <= 1.5 else -0.187) if bulk_side <= 0 else -0.173)
                    if like_share <= 0.13296
                    else (
                        ((0.236 if copy <= 1.5 else -0.177) if window_text <= 3423 else -0.140)
                        if near & 288230376151711744
                        else (
                            (-0.236 if near & 70368744177664 else 0.141)
                            if s1_text <= 2847.5
                            else (-0.264 if s1_density <= 0.013903 else 0.221)
                        )
                    )
                )
            )
            + (
                (
                    (
                        (
                            (0.097 if outer_text <= 1314.9 else -0.105)
                            if ended <= 0
                            else (-0.228 if near & 64 else 0.214)
                        )
                        if title_up <= 4.5
                        else (
                            (0.003 if since_heading <= 1.5 else -0.291)
                            if depth <= 7.5
                            else (0.100 if page_blocks <= 389.5 else -0.148)
                        )
                    )
                    if copy <= 1.5
                    else -0.163
                )
                if core_up <= 0
                else (
                    ((-0.212 if s3_blocks <= 973.5 else 0.250) if prose_share <= 0.69533 else -0.088)
                    if page_density <= 0.65476
                    else (
                        ((0.301 if bulk_up <= 0 else -0.096) if copy <= 1.5 else -0.149) if s3_blocks <= 4.5 else -0.096
                    )
                )
            )
            + (
                (
                    (
                        (-0.019 if far & 72057594037927936 else (-0.097 if s3_density <= 0.013884 else -0.209))
                        if page_repeat_share <= 0.99119
                        else 0.284
                    )
                    if text <= 24.5
                    else (
                        ((-0.039 if core_side <= 0 else 0.077) if copy <= 1.5 else -0.181)
                        if core_side <= 0
                        else ((-0.019 if title_up <= 3.5 else -0.249) if bulk_side <= 0 else -0.225)
                    )
                )
                if like_share <= 0.28233
                else (
                    (
                        ((0.211 if siblings <= 22.5 else -0.163) if title_up <= 4.5 else -0.190)
                        if outer_text <= 1350.2
                        else -0.237
                    )
                    if ended <= 0
                    else (-0.189 if near & 16 else 0.206)
                )
            )
            + (
                (
                    -0.091
                    if like_share <= 0.017512
                    else (
                        (-0.206 if near & 2251799813685248 else (-0.165 if near & 4 else 0.190))
                        if page_text <= 24486
                        else (
                            (0.201 if since_talk <= 115.5 else -0.215)
                            if s1_density <= 0.0073417
                            else (-0.003 if like_share <= 0.44348 else 0.237)
                        )
                    )
                )
                if core_down <= 2.5
                else (
                    -0.214
                    if title_side <= 0
                    else (
                        (-0.085 if like_share <= 0.014824 else (0.020 if s5_share <= 0.45664 else 0.131))
                        if since_title <= 75.5
                        else (
                            (-0.150 if s3_blocks <= 973.5 else 0.294)
                            if repeat_text <= 309
                            else (0.016 if page_text <= 32298 else -0.193)
                        )
                    )
                )
            )
            + (
                (
                    -0.146
                    if like_distinct <= 0.46225
                    else (
                        (
                            (-0.063 if repeat_text <= 22.167 else 0.061)
                            if s2_text <= 264.5
                            else (0.157 if since_heading <= 13.5 else 0.047)
                        )
                        if page_blocks <= 353
                        else ((-0.188 if near & 64 else 0.025) if text <= 714.5 else -0.273)
                    )
                )
                if core_up <= 0
                else (
                    (
                        (
                            (-0.176 if like_distinct <= 0.60682 else 0.010)
                            if bulk_side <= 0
                            else (-0.196 if outer_share <= 0.24342 else 0.181)
                        )
                        if since_heading <= 9.5
                        else -0.200
                    )
                    if outer_share <= 0.82478
                    else ((-0.180 if like_distinct <= 0.12772 else 0.206) if bulk_side <= 0 else -0.075)
                )
            )
            + (
                (
                    (
                        0.052
                        if page_prices <= 0
                        else ((-0.322 if siblings <= 4.5 else 0.136) if repeats <= 11.5 else 0.143)
                    )
                    if far & 2097152
                    else (
                        ((0.122 if s5_density <= 0.057325 else -0.004) if since_title <= 79.5 else -0.078)
                        if s2_text <= 348.5
                        else (-0.171 if near & 4 else (0.040 if far & 33554432 else 0.146))
                    )
                )
                if core_up <= 0
                else (
                    (
                        (-0.065 if window_density <= 0.99168 else 0.178)
                        if since_heading <= 2.5
                        else ((-0.028 if since_heading <= 18.5 else -0.203) if window_density <= 0.09618 else -0.180)
                    )
                    if outer_share <= 0.88008
                    else 0.111
                )
            )
            + (
                (
                    (
                        -0.144
                        if like_distinct <= 0.50758
                        else (
                            (-0.166 if near & 512 else 0.074)
                            if since_title <= 73.5
                            else (-0.075 if page_prose <= 0.78395 else 0.122)
                        )
                    )
                    if window_density <= 0.11082
                    else (-0.211 if far & 1073741824 else (-0.113 if page_density <= 0.36856 else -0.032))
                )
                if like_share <= 0.13296
                else (
                    (-0.099 if like_share <= 0.38152 else (-0.112 if far & 262144 else 0.183))
                    if like_distinct <= 0.98818
                    else (
                        (
                            (0.207 if far & 8796093022208 else -0.270)
                            if far & 2097152
                            else (0.156 if tag <= 3.5 else 0.009)
                        )
                        if stops <= 247
                        else -0.192
                    )
                )
            )
            + (
                (
                    (
                        -0.166
                        if title_side <= 0
                        else (
                            (0.231 if page_blocks <= 23.5 else -0.183)
                            if like_distinct <= 0.26748
                            else (0.078 if prev_level <= 0 else 0.165)
                        )
                    )
                    if bulk_side <= 0
                    else (-0.138 if repeat_text <= 513.93 else 0.172)
                )
                if tag <= 1.5
                else (
                    (
                        (
                            (0.283 if far & 549755813888 else -0.116)
                            if like_distinct <= 0.528
                            else (0.186 if page_prose <= 0.12473 else 0.017)
                        )
                        if page_blocks <= 353
                        else (0.251 if page_prose <= 0.054178 else -0.129)
                    )
                    if bulk_up <= 0
                    else (-0.160 if prev_level <= 0 else (0.126 if bulk_up <= 1.5 else -0.125))
                )
            )
        )
        if -_SURE < score < _SURE:
            score += (
                (
                    (
                        (
                            (0.039 if text <= 936.5 else -0.258)
                            if ended <= 0
                            else (-0.240 if page_text <= 1194.5 else (-0.026 if since_title <= -11.5 else 0.163))
                        )
                        if since_title <= 63.5
                        else (
                            -0.183
                            if near & 33554432
                            else (-0.177 if far & 64 else (0.046 if page_text <= 61201 else -0.293))
                        )
                    )
                    if core_up <= 0
                    else (
                        (
                            (-0.154 if page_density <= 0.65476 else (-0.080 if outer_share <= 0.29843 else 0.210))
                            if ended <= 0
                            else (0.036 if bulk_side <= 0 else -0.153)
                        )
                        if outer_share <= 0.57347
                        else (0.112 if page_text <= 13082 else -0.096)
                    )
                )
                + (
                    (
                        (
                            (-0.017 if since_related <= 100.5 else (0.128 if s3_text <= 29671 else -0.046))
                            if bulk_down <= 4.5
                            else ((-0.049 if stops <= 1.5 else 0.086) if stops <= 12.5 else -0.170)
                        )
                        if title_up <= 4.5
                        else (
                            ((0.092 if page_density <= 0.14746 else -0.058) if far & 131072 else -0.230)
                            if since_related <= 205.5
                            else ((-0.185 if repeats <= 9.5 else -0.446) if page_density <= 0.22262 else -0.013)
                        )
                    )
                    if core_up <= 3.5
                    else (
                        (-0.129 if prev_level <= 0 else (0.084 if place <= 0.75394 else -0.158))
                        if page_density <= 0.85597
                        else 0.147
                    )
                )
                + (
                    (
                        (
                            ((-0.177 if outer_text <= 827.59 else 0.182) if s1_text <= 4205.5 else 0.167)
                            if far & 4
                            else (
                                (0.170 if core_up <= 0 else -0.122)
                                if near & 137438953472
                                else (-0.097 if near & 33554432 else 0.030)
                            )
                        )
                        if s3_density <= 0.11822
                        else (
                            ((0.237 if near & 1048576 else -0.024) if like_share <= 0.10761 else 0.157)
                            if title_up <= 0
                            else ((-0.155 if far & 1 else -0.041) if bulk_side <= 0 else -0.191)
                        )
                    )
                    if like_share <= 0.55105
                    else (0.186 if outer_text <= 2718.2 else (-0.182 if ended <= 0 else 0.108))
                )
                + (
                    (
                        (
                            (
                                (0.021 if page_blocks <= 40.5 else -0.177)
                                if core_up <= 19.5
                                else (-0.146 if since_title <= -159.5 else 0.156)
                            )
                            if window_text <= 1177.5
                            else 0.217
                        )
                        if title_side <= 0
                        else (
                            (
                                (-0.155 if page_density <= 0.022944 else 0.034)
                                if copy <= 1.5
                                else (0.024 if near & 16777216 else -0.107)
                            )
                            if heading_kind <= 0
                            else (0.056 if page_blocks <= 43.5 else (0.120 if page_density <= 0.038339 else -0.131))
                        )
                    )
                    if like_share <= 0.55105
                    else (
                        ((0.037 if far & 68719476736 else 0.186) if page_blocks <= 710.5 else -0.172)
                        if repeat_text <= 8939.3
                        else -0.058
                    )
                )
                + (
                    (
                        (
                            ((-0.086 if s5_share <= 0.11289 else 0.216) if s5_density <= 0.0072549 else -0.102)
                            if outer_text <= 1715
                            else 0.117
                        )
                        if like_distinct <= 0.91486
                        else (
                            ((-0.204 if far & 8589934592 else 0.091) if outer_text <= 3783.7 else -0.115)
                            if core_up <= 3.5
                            else ((-0.195 if far & 2048 else -0.031) if outer_text <= 514.03 else 0.139)
                        )
                    )
                    if since_heading <= 11.5
                    else (
                        (0.100 if core_up <= 5.5 else -0.175)
                        if page_blocks <= 106.5
                        else (
                            -0.110
                            if outer_text <= 501.24
                            else ((0.034 if s5_share <= 0.21191 else -0.141) if s5_share <= 0.9512 else 0.136)
                        )
                    )
                )
                + (
                    (
                        (0.081 if title_up <= 1.5 else 0.279)
                        if s5_density <= 0.032919
                        else (
                            -0.267
                            if far & 16
                            else (0.289 if page_text <= 3368 else (0.002 if s3_text <= 6614 else 0.162))
                        )
                    )
                    if near & 34359738368
                    else (
                        (-0.190 if s5_share <= 0.79071 else (-0.134 if outer_text <= 115.29 else 0.094))
                        if near & 32768
                        else (
                            (-0.218 if far & 8589934592 else (0.048 if core_up <= 2.5 else -0.028))
                            if title_up <= 4.5
                            else (
                                (-0.076 if repeats <= 7.5 else -0.219)
                                if page_repeat_share <= 0.64812
                                else (-0.023 if window_text <= 776.5 else 0.176)
                            )
                        )
                    )
                )
                + (
                    (
                        (0.017 if prose_share <= 0.33422 else 0.157)
                        if near & 72057594037927936
                        else (
                            (-0.010 if page_density <= 0.063639 else -0.117)
                            if prev_level <= 0
                            else (-0.077 if far & 8 else 0.069)
                        )
                    )
                    if like_share <= 0.041213
                    else (
                        (
                            (
                                (-0.028 if like_distinct <= 0.9753 else 0.075)
                                if text <= 555.5
                                else (0.080 if s5_share <= 0.17701 else -0.130)
                            )
                            if like_share <= 0.44348
                            else (0.174 if repeat_text <= 4204.4 else -0.088)
                        )
                        if title_up <= 4.5
                        else (
                            (-0.166 if prev_level <= 0 else 0.056)
                            if title_down <= 7.5
                            else (-0.145 if title_side <= 0 else 0.079)
                        )
                    )
                )
                + (
                    (
                        ((0.145 if heading_kind <= 0 else -0.153) if outer_repeats <= 4.5 else -0.145)
                        if page_text <= 7756.5
                        else -0.149
                    )
                    if like_distinct <= 0.25543
                    else (
                        (
                            ((0.159 if scope <= 7 else -0.136) if page_text <= 19119 else -0.220)
                            if since_heading <= 1.5
                            else (-0.162 if s2_blocks <= 147.5 else 0.141)
                        )
                        if far & 4
                        else (
                            (
                                (0.063 if core_side <= 0 else -0.044)
                                if page_text <= 30268
                                else (0.001 if since_talk <= 213.5 else -0.166)
                            )
                            if since_heading <= 37.5
                            else ((-0.038 if page_text <= 17646 else -0.178) if outer_text <= 1314.9 else 0.077)
                        )
                    )
                )
                + (
                    (
                        (
                            (
                                (0.169 if page_text <= 7850 else -0.008)
                                if s5_density <= 0.013884
                                else (0.021 if since_heading <= 1.5 else -0.096)
                            )
                            if bulk_up <= 0
                            else (-0.167 if level <= 1.5 else (-0.102 if outer_share <= 0.15357 else 0.167))
                        )
                        if outer_share <= 0.99119
                        else 0.213
                    )
                    if text <= 23.5
                    else (
                        -0.195
                        if far & 8589934592
                        else (
                            (
                                (0.021 if title_down <= 5.5 else 0.195)
                                if s2_density <= 0.01519
                                else (0.107 if page_repeat <= 6.5 else -0.026)
                            )
                            if far & 34359738368
                            else ((0.009 if page_repeat <= 22.5 else -0.130) if page_repeat <= 27 else 0.203)
                        )
                    )
                )
                + (
                    (
                        (0.082 if since_site <= 30.5 else (-0.267 if s5_density <= 0.25442 else -0.060))
                        if outer_repeats <= 11.5
                        else 0.082
                    )
                    if near & 2097152
                    else (
                        (
                            (-0.170 if title_side <= 0 else (-0.012 if heading_level <= 4.5 else -0.166))
                            if text <= 23.5
                            else (
                                (0.018 if title_down <= 11.5 else 0.106)
                                if outer_repeats <= 22.5
                                else (0.083 if siblings <= 1.5 else -0.155)
                            )
                        )
                        if core_down <= 11.5
                        else (
                            (
                                (-0.170 if since_related <= 245.5 else 0.021)
                                if far & 16777216
                                else (-0.162 if like_distinct <= 0.32917 else 0.014)
                            )
                            if page_repeat <= 29
                            else 0.208
                        )
                    )
                )
                + (
                    ((-0.101 if since_heading <= 11.5 else -0.219) if page_density <= 0.77269 else -0.514)
                    if near & 512
                    else (
                        (
                            (
                                (0.005 if page_density <= 0.070466 else 0.075)
                                if s3_density <= 0.071205
                                else (-0.040 if page_density <= 0.56257 else 0.069)
                            )
                            if next_text <= 766.5
                            else (-0.341 if like_count <= 1.5 else -0.069)
                        )
                        if scope <= 3
                        else (
                            ((-0.110 if s1_text <= 808.5 else -0.292) if scope <= 11 else 0.166)
                            if s3_density <= 0.035761
                            else (
                                (-0.122 if s1_text <= 171.5 else 0.136)
                                if s3_density <= 0.09428
                                else (-0.043 if page_repeat_share <= 0.46842 else -0.223)
                            )
                        )
                    )
                )
                + (
                    (
                        ((-0.548 if near & 33554432 else -0.134) if since_talk <= 116.5 else -0.062)
                        if page_blocks <= 24.5
                        else (
                            (-0.229 if page_prose <= 0.89877 else 0.135)
                            if far & 8589934592
                            else (
                                (0.036 if page_blocks <= 114.5 else -0.166)
                                if near & 4
                                else (-0.106 if title_side <= 0 else 0.010)
                            )
                        )
                    )
                    if like_share <= 0.44348
                    else (
                        (-0.085 if since_talk <= 20.5 else 0.151)
                        if page_text <= 17972
                        else (
                            ((-0.075 if since_talk <= 257.5 else -0.312) if depth <= 9.5 else 0.108)
                            if prev_text <= 37.5
                            else (-0.147 if s2_text <= 1062 else 0.145)
                        )
                    )
                )
                + (
                    (
                        (
                            (-0.191 if depth <= 8.5 else (0.100 if window_density <= 0.24003 else -0.199))
                            if page_text <= 17561
                            else 0.200
                        )
                        if core_down <= 5.5
                        else ((-0.184 if depth <= 30.5 else 0.150) if page_density <= 0.90801 else 0.244)
                    )
                    if far & 2048
                    else (
                        -0.178
                        if far & 8589934592
                        else (
                            (
                                (-0.075 if depth <= 14.5 else 0.154)
                                if title_down <= 12.5
                                else (-0.199 if since_title <= 204.5 else 0.072)
                            )
                            if like_distinct <= 0.25543
                            else (
                                (-0.157 if near & 524288 else 0.056)
                                if since_title <= 63.5
                                else (-0.053 if page_blocks <= 222.5 else 0.031)
                            )
                        )
                    )
                )
                + (
                    (
                        (
                            (-0.463 if page_text <= 1194.5 else (0.092 if page_text <= 3368 else -0.068))
                            if s2_blocks <= 25.5
                            else 0.109
                        )
                        if far & 8
                        else (
                            -0.167
                            if near & 512
                            else (
                                (0.076 if depth <= 20.5 else -0.316)
                                if core_down <= 7.5
                                else (-0.023 if bulk_up <= 5.5 else 0.258)
                            )
                        )
                    )
                    if since_heading <= 5.5
                    else (
                        (
                            (0.231 if far & 16 else (0.076 if near & 137438953472 else -0.128))
                            if page_density <= 0.070466
                            else (-0.194 if near & 512 else (0.067 if page_text <= 8072.5 else -0.017))
                        )
                        if bulk_up <= 0
                        else -0.113
                    )
                )
                + (
                    (
                        ((0.107 if s5_share <= 0.046547 else -0.136) if s5_share <= 0.063117 else 0.195)
                        if far & 67108864
                        else -0.182
                    )
                    if far & 1073741824
                    else (
                        (
                            (
                                (-0.095 if repeat_text <= 36.55 else 0.125)
                                if s1_text <= 72.5
                                else (-0.172 if window_text <= 469.5 else 0.104)
                            )
                            if s1_text <= 673.5
                            else -0.308
                        )
                        if near & 2251799813685248
                        else (
                            (
                                (-0.063 if repeat_text <= 283.49 else -0.290)
                                if far & 9007199254740992
                                else (-0.164 if far & 8589934592 else 0.020)
                            )
                            if window_text <= 2668.5
                            else (-0.364 if window_stops <= 38.5 else (0.165 if far & 34359738368 else -0.067))
                        )
                    )
                )
            )
            if -_SURE < score < _SURE:
                score += (
                    (
                        (
                            (
                                (
                                    (0.024 if repeats <= 22.5 else -0.101)
                                    if scope <= 3
                                    else (-0.033 if text <= 284.5 else -0.250)
                                )
                                if near & 131072
                                else (
                                    (-0.074 if like_share <= 0.32339 else -0.242)
                                    if repeat_text <= 16.708
                                    else (0.036 if repeat_text <= 193.79 else -0.054)
                                )
                            )
                            if outer_share <= 0.99119
                            else (
                                ((0.093 if prev_density <= 0.57248 else -0.282) if like_share <= 0.10213 else 0.181)
                                if since_site <= 174.5
                                else 0.237
                            )
                        )
                        if like_share <= 0.55732
                        else (
                            (-0.055 if far & 8589934592 else (0.157 if siblings <= 44 else -0.008))
                            if repeat_text <= 8939.3
                            else -0.068
                        )
                    )
                    + (
                        (
                            -0.124
                            if level <= 1.5
                            else ((-0.017 if like_share <= 0.0034682 else 0.138) if s2_density <= 0.10958 else -0.101)
                        )
                        if like_share <= 0.0044267
                        else (
                            (
                                (0.087 if far & 64 else (-0.040 if s5_density <= 0.061443 else -0.187))
                                if page_blocks <= 693
                                else 0.138
                            )
                            if near & 4
                            else (
                                (
                                    (0.063 if s5_density <= 0.15456 else -0.006)
                                    if window_text <= 2668.5
                                    else (-0.186 if s5_density <= 0.050307 else 0.022)
                                )
                                if since_heading <= 11.5
                                else (
                                    (0.181 if near & 549755813888 else -0.060)
                                    if outer_share <= 0.65075
                                    else (-0.168 if near & 17592186044416 else 0.063)
                                )
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.108 if title_up <= 4.5 else (0.067 if place <= 0.42141 else -0.062))
                                if page_text <= 30570
                                else ((-0.205 if far & 128 else 0.104) if place <= 0.45811 else -0.185)
                            )
                            if near & 288230376151711744
                            else (
                                (-0.006 if prose_share <= 0.99974 else 0.216)
                                if near & 34359738368
                                else (-0.150 if near & 128 else (0.004 if text <= 372.5 else -0.086))
                            )
                        )
                        if place <= 0.76441
                        else (
                            (
                                (-0.027 if page_text <= 43243 else -0.267)
                                if bulk_side <= 0
                                else (-0.150 if repeat_text <= 931.27 else 0.152)
                            )
                            if page_repeat <= 36.5
                            else 0.227
                        )
                    )
                    + (
                        (-0.205 if page_prose <= 0.88672 else (0.086 if window_density <= 0.041427 else -0.046))
                        if far & 8589934592
                        else (
                            (
                                (0.204 if page_repeat_share <= 0.27096 else -0.001)
                                if near & 1099511627776
                                else (
                                    (-0.037 if page_repeat_share <= 0.60735 else 0.081)
                                    if far & 268435456
                                    else (-0.126 if level <= 1.5 else -0.038)
                                )
                            )
                            if like_share <= 0.0034682
                            else (
                                (
                                    -0.173
                                    if page_repeat_share <= 0.92941
                                    else (-0.125 if since_related <= 193.5 else 0.182)
                                )
                                if far & 2147483648
                                else (
                                    (-0.054 if far & 32768 else 0.052)
                                    if page_prose <= 0.56068
                                    else (0.064 if far & 32768 else -0.022)
                                )
                            )
                        )
                    )
                    + (
                        (
                            ((-0.081 if page_prose <= 0.19745 else 0.280) if page_prose <= 0.31064 else -0.154)
                            if since_title <= 14.5
                            else (-0.202 if page_prose <= 0.82521 else 0.039)
                        )
                        if near & 512
                        else (
                            (
                                (
                                    (-0.109 if page_prose <= 0.62961 else 0.216)
                                    if s3_density <= 0.049011
                                    else (-0.030 if page_prose <= 0.64505 else -0.241)
                                )
                                if near & 131072
                                else -0.193
                            )
                            if near & 4
                            else (
                                (-0.168 if page_repeat_share <= 0.92941 else 0.035)
                                if far & 2147483648
                                else (
                                    (0.114 if s3_density <= 0.30374 else -0.052)
                                    if near & 137438953472
                                    else (0.021 if page_prose <= 0.63176 else -0.029)
                                )
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.122 if near & 65536 else -0.220)
                                if page_repeat_share <= 0.69748
                                else ((-0.049 if text <= 83.5 else 0.304) if since_related <= 171.5 else -0.192)
                            )
                            if near & 64
                            else (
                                (
                                    (0.092 if text <= 1141 else -0.126)
                                    if place <= 0.6274
                                    else (-0.055 if since_related <= 386.5 else 0.181)
                                )
                                if far & 288230376151711744
                                else (
                                    (0.121 if depth <= 8.5 else -0.172)
                                    if far & 2097152
                                    else (0.007 if page_prices <= 45 else -0.115)
                                )
                            )
                        )
                        if place <= 0.90502
                        else ((-0.137 if since_related <= 483.5 else 0.070) if window_text <= 1159.5 else 0.043)
                    )
                    + (
                        (
                            -0.116
                            if next_text <= 5.5
                            else (
                                (-0.182 if text <= 364.5 else 0.171)
                                if since_title <= 0
                                else ((0.013 if near & 134217728 else 0.109) if next_text <= 841.5 else -0.179)
                            )
                        )
                        if core_down <= 2.5
                        else (
                            (
                                (
                                    (0.361 if page_repeat_share <= 0.1531 else 0.082)
                                    if repeat_text <= 201.42
                                    else (-0.153 if text <= 94.5 else 0.115)
                                )
                                if page_prose <= 0.21632
                                else (
                                    (-0.060 if s5_density <= 0.19673 else -0.276)
                                    if near & 33554432
                                    else (-0.096 if far & 1 else 0.006)
                                )
                            )
                            if heading_kind <= 0
                            else (0.125 if prev_text <= 3.5 else -0.096)
                        )
                    )
                    + (
                        (
                            (
                                (-0.052 if like_share <= 0.38152 else (0.074 if window_stops <= 7.5 else -0.418))
                                if next_text <= 21.5
                                else (
                                    (0.060 if far & 72057594037927936 else -0.043)
                                    if depth <= 10.5
                                    else (-0.171 if near & 32768 else 0.071)
                                )
                            )
                            if since_site <= 116.5
                            else (
                                (
                                    (-0.000 if core_side <= 0 else 0.368)
                                    if far & 4096
                                    else (-0.032 if repeats <= 2 else 0.113)
                                )
                                if title_up <= 0
                                else (
                                    (0.004 if text <= 1141 else 0.165)
                                    if core_side <= 0
                                    else (-0.145 if repeats <= 6.5 else 0.028)
                                )
                            )
                        )
                        if like_share <= 0.55105
                        else 0.101
                    )
                    + (
                        (
                            (
                                ((-0.171 if since_talk <= 117.5 else -0.009) if title_down <= 14.5 else -0.165)
                                if like_distinct <= 0.32917
                                else (
                                    (-0.189 if window_stops <= 19.5 else 0.167)
                                    if page_density <= 0.022944
                                    else (0.036 if scope <= 3 else -0.059)
                                )
                            )
                            if place <= 0.78413
                            else (
                                (
                                    (-0.008 if repeat_text <= 166.42 else 0.154)
                                    if s3_density <= 0.096321
                                    else (-0.017 if far & 17179869184 else -0.120)
                                )
                                if page_prose <= 0.63176
                                else ((-0.145 if window_stops <= 23.5 else 0.030) if title_up <= 8.5 else 0.165)
                            )
                        )
                        if next_text <= 841.5
                        else (-0.102 if page_prose <= 0.76138 else -0.295)
                    )
                    + (
                        (
                            (
                                (-0.163 if far & 8589934592 else (-0.166 if far & 1073741824 else 0.019))
                                if next_text <= 766.5
                                else (-0.257 if like_count <= 1.5 else 0.016)
                            )
                            if bulk_side <= 0
                            else (
                                (
                                    (-0.037 if page_repeat <= 3.5 else 0.197)
                                    if core_up <= 0
                                    else (-0.086 if s5_density <= 0.38906 else 0.195)
                                )
                                if s5_density <= 0.50395
                                else -0.208
                            )
                        )
                        if core_down <= 11.5
                        else (
                            (
                                ((-0.026 if since_title <= 38.5 else 0.255) if depth <= 16.5 else -0.105)
                                if outer_share <= 0.070279
                                else -0.193
                            )
                            if outer_share <= 0.69748
                            else (0.082 if page_blocks <= 718.5 else -0.149)
                        )
                    )
                    + (
                        (
                            (
                                (
                                    (0.046 if repeat_text <= 253.48 else 0.210)
                                    if repeat_text <= 314.25
                                    else (-0.096 if repeat_share <= 0.55725 else 0.066)
                                )
                                if titled <= 0
                                else -0.142
                            )
                            if since_heading <= 1.5
                            else (
                                (-0.160 if near & 512 else (0.122 if since_heading <= 128.5 else -0.065))
                                if near & 4503599627370496
                                else ((-0.195 if near & 524288 else -0.007) if tag <= 26.5 else -0.236)
                            )
                        )
                        if place <= 0.90502
                        else (
                            (0.009 if window_density <= 0.01464 else -0.212)
                            if far & 8388608
                            else (-0.106 if outer_share <= 0.085494 else (0.198 if outer_share <= 0.19674 else -0.030))
                        )
                    )
                    + (
                        (
                            (
                                (
                                    (0.091 if s5_density <= 0.080124 else -0.079)
                                    if near & 131072
                                    else (0.052 if near & 2251799813685248 else -0.180)
                                )
                                if near & 4
                                else (
                                    (-0.003 if s2_blocks <= 42.5 else -0.106)
                                    if like_count <= 6.5
                                    else (0.075 if core_down <= 2.5 else 0.006)
                                )
                            )
                            if stops <= 942.5
                            else -0.225
                        )
                        if core_down <= 11.5
                        else (
                            (
                                (
                                    (-0.109 if since_title <= 50.5 else 0.130)
                                    if outer_repeats <= 2
                                    else (-0.048 if since_title <= 24.5 else -0.175)
                                )
                                if outer_repeats <= 29
                                else 0.172
                            )
                            if title_up <= 10.5
                            else (0.018 if since_talk <= 116.5 else 0.182)
                        )
                    )
                    + (
                        (
                            (
                                (-0.063 if next_text <= 22.5 else 0.207)
                                if far & 288230376151711744
                                else (0.168 if s2_text <= 27.5 else -0.098)
                            )
                            if page_density <= 0.22262
                            else (0.418 if since_related <= 199.5 else 0.137)
                        )
                        if far & 4194304
                        else (
                            (
                                (
                                    (-0.040 if s2_text <= 264.5 else 0.144)
                                    if page_repeat_share <= 0.034421
                                    else (-0.149 if far & 18014398509481984 else 0.002)
                                )
                                if place <= 0.7038
                                else (
                                    (-0.036 if since_title <= 231.5 else -0.142)
                                    if since_related <= 413.5
                                    else (-0.149 if far & 64 else 0.110)
                                )
                            )
                            if page_repeat_share <= 0.99119
                            else (-0.070 if far & 8388608 else 0.142)
                        )
                    )
                    + (
                        (
                            (
                                (
                                    (-0.224 if outer_share <= 0.55371 else -0.038)
                                    if near & 16
                                    else (-0.058 if far & 2048 else 0.006)
                                )
                                if stops <= 12.5
                                else (-0.257 if like_count <= 1.5 else (-0.098 if page_prose <= 0.77588 else 0.109))
                            )
                            if stops <= 39.5
                            else 0.179
                        )
                        if stops <= 113.5
                        else -0.175
                    )
                    + (
                        (
                            -0.157
                            if near & 512
                            else (-0.000 if s1_text <= 224.5 else (0.027 if title_down <= 3.5 else 0.185))
                        )
                        if near & 4503599627370496
                        else (
                            (
                                (
                                    0.094
                                    if page_repeat_share <= 0.0034982
                                    else (-0.046 if s3_density <= 0.006384 else -0.168)
                                )
                                if since_related <= 511.5
                                else 0.176
                            )
                            if far & 128
                            else (
                                (
                                    (0.027 if s2_blocks <= 147.5 else 0.165)
                                    if page_repeat_share <= 0.90375
                                    else (0.014 if next_level <= 0 else -0.197)
                                )
                                if near & 131072
                                else (
                                    (-0.017 if like_share <= 0.34969 else 0.072)
                                    if s2_blocks <= 83.5
                                    else (-0.177 if page_repeat_share <= 0.81837 else 0.071)
                                )
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.223 if core_up <= 0 else -0.119)
                                if prev_level <= 1.5
                                else (-0.004 if title_down <= 8.5 else -0.230)
                            )
                            if far & 8388608
                            else ((-0.162 if since_heading <= 183.5 else -0.030) if window_stops <= 22.5 else 0.123)
                        )
                        if title_side <= 0
                        else (
                            (
                                -0.091
                                if like_share <= 0.0027886
                                else (
                                    (-0.059 if far & 16 else 0.028)
                                    if page_prose <= 0.64505
                                    else (-0.106 if far & 1048576 else -0.006)
                                )
                            )
                            if title_up <= 9.5
                            else (
                                -0.142
                                if page_prose <= 0.41582
                                else (-0.036 if title_down <= 4.5 else (0.250 if since_talk <= 303.5 else -0.098))
                            )
                        )
                    )
                    + (
                        (
                            (
                                (-0.161 if text <= 7.5 else (0.148 if since_talk <= 225.5 else 0.042))
                                if s3_density <= 0.30374
                                else ((-0.104 if like_share <= 0.43335 else 0.151) if page_repeat <= 27 else 0.140)
                            )
                            if near & 137438953472
                            else (
                                (
                                    (0.092 if page_prose <= 0.32169 else -0.055)
                                    if far & 8
                                    else (0.062 if page_repeat <= 21.5 else -0.037)
                                )
                                if since_heading <= 1.5
                                else (
                                    (-0.029 if text <= 218.5 else 0.044)
                                    if page_prose <= 0.66513
                                    else (-0.186 if page_prose <= 0.73327 else -0.014)
                                )
                            )
                        )
                        if like_share <= 0.55732
                        else (0.135 if far & 17179869184 else 0.020)
                    )
                    + (
                        (
                            0.032
                            if page_density <= 0.033626
                            else ((-0.194 if repeat_text <= 357.33 else 0.014) if since_site <= 364.5 else 0.049)
                        )
                        if near & 17592186044416
                        else (
                            (
                                (-0.187 if far & 128 else (0.036 if page_repeat <= 8.5 else 0.204))
                                if since_site <= 300.5
                                else -0.202
                            )
                            if near & 64
                            else (
                                (
                                    (0.070 if page_density <= 0.13687 else 0.374)
                                    if page_density <= 0.14076
                                    else (-0.051 if since_related <= 157.5 else 0.064)
                                )
                                if far & 274877906944
                                else (
                                    (-0.017 if page_density <= 0.23135 else 0.034)
                                    if outer_repeats <= 21.5
                                    else (-0.160 if prev_density <= 0.57248 else 0.020)
                                )
                            )
                        )
                    )
                    + (
                        (
                            (
                                (
                                    (0.014 if like_share <= 0.0076037 else 0.131)
                                    if text <= 59.5
                                    else (-0.066 if core_down <= 7.5 else 0.125)
                                )
                                if page_prices <= 5.5
                                else (
                                    (0.060 if prev_text <= 7.5 else -0.143)
                                    if s1_text <= 92.5
                                    else (0.117 if core_down <= 7.5 else -0.114)
                                )
                            )
                            if far & 72057594037927936
                            else (
                                (
                                    (-0.008 if page_density <= 0.68162 else 0.081)
                                    if tag <= 26.5
                                    else (0.166 if far & 4503599627370496 else -0.211)
                                )
                                if page_density <= 0.92563
                                else (-0.037 if tag <= 1.5 else -0.276)
                            )
                        )
                        if like_share <= 0.55732
                        else (-0.055 if near & 16777216 else 0.121)
                    )
                    + (
                        (
                            (
                                (
                                    (-0.145 if near & 2097152 else -0.006)
                                    if like_count <= 37.5
                                    else (0.167 if tag <= 8.5 else -0.167)
                                )
                                if since_talk <= 201.5
                                else ((-0.015 if page_density <= 0.17263 else -0.133) if s3_text <= 30855 else -0.198)
                            )
                            if title_up <= 9.5
                            else 0.182
                        )
                        if page_density <= 0.22262
                        else (
                            ((-0.020 if outer_repeats <= 7.5 else 0.116) if since_talk <= 134.5 else -0.092)
                            if since_talk <= 163.5
                            else (
                                (0.093 if near & 131072 else (-0.075 if near & 134217728 else 0.057))
                                if page_prices <= 43
                                else (-0.130 if page_prices <= 110.5 else 0.279)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (-0.156 if title_down <= 11.5 else 0.154)
                                if heading_level <= 1.5
                                else (
                                    (-0.322 if s5_density <= 0.034016 else -0.150)
                                    if page_text <= 17386
                                    else (-0.072 if level <= 1.5 else 0.087)
                                )
                            )
                            if near & 524288
                            else (
                                (
                                    (-0.077 if s1_density <= 0.26389 else 0.230)
                                    if far & 17179869184
                                    else (-0.023 if s1_density <= 0.047427 else -0.155)
                                )
                                if title_side <= 0
                                else ((-0.050 if like_share <= 0.0060612 else 0.013) if stops <= 942.5 else -0.199)
                            )
                        )
                        if next_text <= 766.5
                        else (-0.233 if s3_blocks <= 10.5 else (0.110 if page_blocks <= 217.5 else -0.123))
                    )
                    + (
                        (
                            (-0.177 if page_prose <= 0.88672 else 0.081)
                            if far & 8589934592
                            else (
                                (
                                    (0.054 if since_site <= 38.5 else -0.140)
                                    if s5_density <= 0.16818
                                    else (0.194 if s2_density <= 0.25521 else -0.072)
                                )
                                if far & 2097152
                                else (-0.119 if far & 2147483648 else (0.018 if page_prices <= 43 else -0.059))
                            )
                        )
                        if place <= 0.90502
                        else (
                            (0.199 if far & 134217728 else -0.094)
                            if near & 268435456
                            else (
                                (
                                    (-0.113 if far & 134217728 else 0.029)
                                    if s2_text <= 685.5
                                    else (-0.113 if s2_density <= 0.03395 else 0.095)
                                )
                                if s5_density <= 0.5228
                                else -0.159
                            )
                        )
                    )
                    + (
                        (
                            (
                                0.177
                                if far & 4194304
                                else ((-0.147 if title_up <= 10.5 else 0.072) if core_up <= 19.5 else 0.129)
                            )
                            if s3_text <= 18711
                            else 0.105
                        )
                        if near & 4
                        else (
                            (
                                (0.185 if s3_text <= 1126 else 0.000)
                                if title_down <= 15.5
                                else (0.064 if window_text <= 559.5 else -0.133)
                            )
                            if far & 536870912
                            else (
                                (
                                    (0.055 if near & 2 else -0.150)
                                    if near & 524288
                                    else (0.013 if core_side <= 0 else -0.035)
                                )
                                if window_text <= 2668.5
                                else ((-0.049 if since_site <= 114.5 else -0.179) if core_up <= 1.5 else 0.111)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (
                                    (0.114 if core_down <= 3.5 else -0.070)
                                    if outer_share <= 0.091924
                                    else (-0.111 if far & 8589934592 else 0.187)
                                )
                                if near & 131072
                                else (0.123 if far & 288230376151711744 else (-0.093 if s5_share <= 0.39361 else 0.045))
                            )
                            if near & 137438953472
                            else (
                                ((-0.004 if next_text <= 688.5 else -0.169) if page_prose <= 0.90288 else 0.102)
                                if depth <= 23.5
                                else (-0.206 if depth <= 30.5 else 0.106)
                            )
                        )
                        if far & 131072
                        else (
                            -0.134
                            if outer_share <= 0.77514
                            else (-0.136 if like_count <= 2.5 else (0.185 if s5_share <= 0.80628 else 0.001))
                        )
                    )
                    + (
                        (
                            (
                                -0.072
                                if heading_level <= 0
                                else ((0.094 if page_density <= 0.38001 else -0.022) if next_text <= 766.5 else -0.154)
                            )
                            if near & 131072
                            else (0.221 if since_talk <= 9.5 else -0.016)
                        )
                        if place <= 0.39082
                        else (
                            (
                                (
                                    (0.141 if page_density <= 0.08863 else -0.185)
                                    if far & 16
                                    else (0.079 if core_down <= 10.5 else -0.098)
                                )
                                if window_text <= 254.5
                                else (
                                    (0.006 if far & 137438953472 else -0.069)
                                    if level <= 1.5
                                    else (-0.084 if next_text <= 36.5 else 0.101)
                                )
                            )
                            if since_related <= 247.5
                            else (-0.175 if far & 64 else 0.033)
                        )
                    )
                )
        result.append(1 / (1 + exp(-score)))
    return result
